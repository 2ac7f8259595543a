import { describe, expect, it } from "vitest";
import { parseSandboxLevel, SANDBOX_LEVELS, toStricter } from "./sandbox-level.ts";

describe("a sandbox", () => {
  it("is named by a person in short or in full, and in no other way", () => {
    expect(["off", "workspace", "workspace-write", "read-only"].map(parseSandboxLevel)).toEqual([
      "off",
      "workspace-write",
      "workspace-write",
      "read-only",
    ]);
    expect(["", "on", "Off", "toString"].map(parseSandboxLevel)).toEqual([null, null, null, null]);
  });

  it("is the stricter of two in either order", () => {
    for (const [index, level] of SANDBOX_LEVELS.entries()) {
      for (const looser of SANDBOX_LEVELS.slice(0, index + 1)) {
        expect(toStricter(level, looser)).toBe(level);
        expect(toStricter(looser, level)).toBe(level);
      }
    }
  });
});
