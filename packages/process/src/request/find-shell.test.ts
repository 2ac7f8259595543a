import { describe, expect, it } from "vitest";
import { findOnPath, findShell } from "./find-shell.ts";

describe("finding a program on a PATH", () => {
  it("takes the first directory that has it", () => {
    expect(findOnPath("sh", "/nowhere:/bin:/usr/bin")).toBe("/bin/sh");
  });

  it("finds nothing for a name that is nowhere", () => {
    expect(findOnPath("no-such-program", "/bin:/usr/bin")).toBeNull();
  });

  it("passes over empty and relative entries", () => {
    expect(findOnPath("sh", ":bin:.")).toBeNull();
  });

  it("passes over a directory and a file that is no program", () => {
    expect(findOnPath("passwd", "/etc")).toBeNull();
    expect(findOnPath("bin", "/usr")).toBeNull();
  });
});

describe("the shell for lines", () => {
  it("is bash or, without it, sh (case 181)", () => {
    expect(findShell({ PATH: "/nowhere" }, "linux")).toMatch(/^\/bin\/(?:ba)?sh$/u);
  });

  it("is not the user's login shell (case 182)", () => {
    expect(findShell({ PATH: "/nowhere", SHELL: "/usr/bin/fish" }, "linux")).not.toContain("fish");
  });

  it("is the command interpreter on Windows", () => {
    expect(findShell({ ComSpec: "C:\\Windows\\cmd.exe" }, "win32")).toBe("C:\\Windows\\cmd.exe");
    expect(findShell({}, "win32")).toBe("cmd.exe");
  });
});
