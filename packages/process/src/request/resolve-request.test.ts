import { describe, expect, it } from "vitest";
import { TerminalError, type CommandRequest } from "@termwire/terminal";
import { DEFAULT_GRACE_MS, DEFAULT_OUTPUT_LIMIT_BYTES, resolveRequest } from "./resolve-request.ts";

const shell = (): string => "/bin/bash";
const request: CommandRequest = { program: { kind: "shell", line: "ls" }, cwd: "/tmp" };

function refusalOf(broken: Partial<CommandRequest>): TerminalError {
  try {
    resolveRequest({ ...request, ...broken }, shell);
  } catch (error) {
    if (TerminalError.is(error)) return error;
  }
  throw new Error("expected a refusal");
}

describe("resolving a request", () => {
  it("decides every default", () => {
    const { id, ...spec } = resolveRequest(request, shell);
    expect(id).toMatch(/^term_/u);
    expect(spec).toEqual({
      program: { kind: "shell", line: "ls", shell: "/bin/bash" },
      cwd: "/tmp",
      env: {},
      outputLimitBytes: DEFAULT_OUTPUT_LIMIT_BYTES,
      timeoutMs: null,
      idleTimeoutMs: null,
      graceMs: DEFAULT_GRACE_MS,
      size: null,
      stdin: "null",
      spill: false,
    });
  });

  it("gives every request an id of its own", () => {
    expect(resolveRequest(request, shell).id).not.toBe(resolveRequest(request, shell).id);
  });

  it("keeps what was asked for", () => {
    const asked = {
      ...request,
      env: { A: "" },
      outputLimitBytes: 0,
      timeoutMs: 0.5,
      idleTimeoutMs: 5e12,
      spill: true,
      graceMs: 0,
      size: { cols: 100, rows: 30 },
      stdin: "terminal",
    } as const;
    expect(resolveRequest(asked, shell)).toMatchObject(asked);
  });

  it("does not ask for a shell where none is needed", () => {
    const program = { kind: "file", file: "ls", args: ["", "a b"] } as const;
    const none = (): string => {
      throw new Error("asked");
    };
    expect(resolveRequest({ ...request, program }, none).program).toEqual(program);
  });

  it("copies the environment, which the caller may change later", () => {
    const env = { A: "1" };
    const spec = resolveRequest({ ...request, env }, shell);
    env.A = "2";
    expect(spec.env).toEqual({ A: "1" });
  });
});

describe("a request that cannot be", () => {
  it.each([
    ["an empty line", { program: { kind: "shell", line: "" } }, "shell line: expected something"],
    ["a blank line", { program: { kind: "shell", line: " \n" } }, "shell line: expected something"],
    [
      "an empty file",
      { program: { kind: "file", file: "", args: [] } },
      "file: expected something",
    ],
    ["NUL in a line", { program: { kind: "shell", line: "a\0b" } }, "got one at index 1"],
    [
      "NUL in a file",
      { program: { kind: "file", file: "a\0", args: [] } },
      "file: expected no NUL",
    ],
    ["NUL in an argument", { program: { kind: "file", file: "a", args: ["", "\0"] } }, "args[1]"],
    ["NUL in the directory", { cwd: "/a\0" }, "cwd: expected no NUL"],
    ["no directory", { cwd: "" }, "cwd: expected something"],
    ["an empty variable name", { env: { "": "x" } }, 'got ""'],
    ["a variable name with =", { env: { "a=b": "x" } }, 'got "a=b"'],
    ["NUL in a variable", { env: { A: "x\0" } }, "env A: expected no NUL"],
    ["a limit of no time", { timeoutMs: 0 }, "timeoutMs: expected milliseconds, more than 0"],
    ["no time to be quiet", { idleTimeoutMs: 0 }, "idleTimeoutMs: expected milliseconds, more"],
    ["a limit before now", { timeoutMs: -1 }, "got -1"],
    ["a limit that is no number", { timeoutMs: Number.NaN }, "got NaN"],
    ["an endless limit", { timeoutMs: Infinity }, "got Infinity"],
    ["a size of nothing", { size: { cols: 0, rows: 24 } }, "got 0 by 24"],
    ["a size beyond the kernel's", { size: { cols: 80, rows: 70_000 } }, "got 80 by 70000"],
    ["a fractional size", { size: { cols: 80.5, rows: 24 } }, "got 80.5 by 24"],
    ["a terminal without a size", { stdin: "terminal" }, "stdin: expected a size with a terminal"],
    ["a negative grace", { graceMs: -1 }, "graceMs: expected milliseconds, 0 or more, got -1"],
  ] as const)("is refused for %s, saying what came", (_what, broken, message) => {
    const error = refusalOf(broken);
    expect(error.code).toBe("invalid-request");
    expect(error.message).toContain(message);
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 53])("is refused for an output limit of %s", (bytes) => {
    const error = refusalOf({ outputLimitBytes: bytes });
    expect(error.code).toBe("invalid-limit");
    expect(error.message).toContain(String(bytes));
  });

  it("does not show the value of a variable", () => {
    expect(refusalOf({ env: { A: "hunter2\0" } }).message).not.toContain("hunter2");
  });
});
