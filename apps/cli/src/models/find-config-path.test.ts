import { describe, expect, it } from "vitest";
import { findConfigPath } from "./find-config-path.ts";

describe("the configuration file", () => {
  const home = "/home/u";

  it("is where XDG says, and by default in ~/.config", () => {
    const find = (env: Record<string, string>): string =>
      findConfigPath({ env, home, platform: "linux" });
    expect(find({})).toBe("/home/u/.config/termwire/config.json");
    expect(find({ XDG_CONFIG_HOME: "/c" })).toBe("/c/termwire/config.json");
    expect(find({ XDG_CONFIG_HOME: "c" })).toBe("/home/u/.config/termwire/config.json");
  });

  it("is with the other applications' data on Windows", () => {
    const env = { APPDATA: "C:\\Users\\u\\AppData\\Roaming", XDG_CONFIG_HOME: "/c" };
    expect(findConfigPath({ env, home: "C:\\Users\\u", platform: "win32" })).toBe(
      "C:\\Users\\u\\AppData\\Roaming\\termwire\\config.json",
    );
  });
});
