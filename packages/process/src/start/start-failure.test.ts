import { describe, expect, it } from "vitest";
import { toStartFailure } from "./start-failure.ts";

const program = { kind: "file", file: "tool", args: ["x"] } as const;

function failureOf(code: string): ReturnType<typeof toStartFailure> {
  return toStartFailure(Object.assign(new Error(`spawn tool ${code}`), { code }), program);
}

describe("a program that could not be started", () => {
  it.each([
    ["ENOENT", 127, "termwire: tool: command not found\n"],
    ["ENOTDIR", 127, "termwire: tool: not found, a part of the path is not a directory\n"],
    ["EACCES", 126, "termwire: tool: permission denied\n"],
    ["EPERM", 126, "termwire: tool: permission denied\n"],
    ["ENOEXEC", 126, "termwire: tool: not a program this system can run\n"],
    ["EISDIR", 126, "termwire: tool: is a directory\n"],
  ])("for %s ends with %i and says why", (error, code, text) => {
    expect(failureOf(error)).toEqual({ exit: { kind: "exited", code }, text });
  });

  it("for E2BIG says how long the command was", () => {
    const { exit, text } = failureOf("E2BIG");
    expect(exit).toEqual({ kind: "exited", code: 126 });
    expect(text).toContain("(5 bytes of command)");
  });

  it.each(["EAGAIN", "ENOMEM", "EMFILE", "ENFILE", "ETXTBSY"])(
    "for %s has no code that would speak of the program (case 48)",
    (error) => {
      const { exit, text } = failureOf(error);
      expect(exit).toEqual({ kind: "lost", reason: text.slice("termwire: ".length, -1) });
      expect(text).toContain(error);
    },
  );

  it("keeps the words of an error nobody foresaw", () => {
    const { exit, text } = toStartFailure(new Error("strange"), program);
    expect(exit.kind).toBe("lost");
    expect(text).toBe("termwire: tool: cannot start, strange\n");
  });

  it("names the shell when that is what is missing", () => {
    const line = { kind: "shell", line: "ls", shell: "/opt/none/bash" } as const;
    const missing = Object.assign(new Error("spawn"), { code: "ENOENT" });
    expect(toStartFailure(missing, line).text).toBe(
      "termwire: /opt/none/bash: command not found\n",
    );
  });
});
