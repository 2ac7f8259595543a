import { describe, expect, it } from "vitest";
import { planPosixLaunch } from "./launch-plan.ts";

describe("the plan of a launch on a POSIX system", () => {
  it("is the file and its arguments as they are", () => {
    const program = { kind: "file", file: "/opt/My Tool", args: ["a b", "$x"] } as const;
    expect(planPosixLaunch(program)).toMatchObject({ file: "/opt/My Tool", args: ["a b", "$x"] });
  });

  it("is the shell with the line as one argument", () => {
    const program = { kind: "shell", line: "a | b", shell: "/bin/bash" } as const;
    expect(planPosixLaunch(program)).toMatchObject({ file: "/bin/bash", args: ["-c", "a | b"] });
  });

  it.each(["-x", "+x"])("keeps the shell from reading the line %s as its options", (line) => {
    const program = { kind: "shell", line, shell: "/bin/sh" } as const;
    expect(planPosixLaunch(program).args).toEqual(["-c", "--", line]);
  });
});
