import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSessionsDirectory, type StateHome } from "./sessions-directory.ts";

const home = "/home/u";

describe("where sessions are kept", () => {
  it.each<[string, Partial<StateHome>, string]>([
    ["Linux", {}, "/home/u/.local/state"],
    ["a state directory of one's own", { env: { XDG_STATE_HOME: "/s" } }, "/s"],
    [
      "a relative one, which counts as none",
      { env: { XDG_STATE_HOME: "s" } },
      "/home/u/.local/state",
    ],
    ["macOS", { platform: "darwin" }, "/home/u/Library/Application Support"],
    ["macOS with XDG", { platform: "darwin", env: { XDG_STATE_HOME: "/s" } }, "/s"],
    ["Windows", { platform: "win32", env: { LOCALAPPDATA: "/local" } }, "/local"],
    ["Windows without a variable", { platform: "win32" }, "/home/u/AppData/Local"],
  ])("with %s", (_what, state, root) => {
    expect(findSessionsDirectory({ env: {}, platform: "linux", home, ...state })).toBe(
      join(root, "termwire", "sessions"),
    );
  });
});
