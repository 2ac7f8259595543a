import { describe, expect, it } from "vitest";
import { parseServerEnd, toServerProgram } from "./server-program.ts";

describe("the program of a server", () => {
  it("is run as it is where there is no POSIX shell", () => {
    expect(toServerProgram({ command: "C:\\x.exe", args: ["a b"] }, false)).toEqual({
      kind: "file",
      file: "C:\\x.exe",
      args: ["a b"],
    });
  });

  it("is never part of the script around it, whatever its arguments are", () => {
    const args = ["$(touch x)", "'; rm -rf /", '"'];
    const program = toServerProgram({ command: "/bin/my server", args }, true);
    expect(program).toMatchObject({ kind: "file", file: "/bin/sh" });
    const [, script, ...rest] = program.kind === "file" ? program.args : [];
    expect(script).not.toContain("my server");
    expect(rest).toEqual(["sh", "/bin/my server", ...args]);
  });
});

describe("a line of its output", () => {
  it("may say how it ended", () => {
    expect(parseServerEnd("[mcp server ended: 127]")).toBe(127);
    for (const other of ["[mcp server ended: ]x", "[mcp server ended: x]", "{}", ""]) {
      expect(parseServerEnd(other)).toBe(null);
    }
  });
});
