import { describe, expect, it } from "vitest";
import { createOwnedRunner, type CommandRunner } from "@termwire/terminal";
import { createSandboxSwitch, type SandboxSource } from "../sandbox/sandbox-switch.ts";
import { hasCallSandbox } from "./session-calls.ts";

const runner: CommandRunner = {
  resolve: () => {
    throw new Error("nothing is run here");
  },
  start: () => Promise.reject(new Error("nothing is run here")),
};
const source: SandboxSource = {
  initial: "off",
  createRunner: () => runner,
  findProblem: async () => null,
};

describe("a sandbox for single calls", () => {
  it("is there where one was made, and all calls are in no other", async () => {
    const sandboxedRunner = createOwnedRunner(runner);
    const sandbox = createSandboxSwitch(source, "/p", "off");
    expect(hasCallSandbox({ sandboxedRunner, sandbox })).toBe(true);
    await sandbox.change("read-only");
    expect(hasCallSandbox({ sandboxedRunner, sandbox })).toBe(false);
    await sandbox.change("off");
    expect(hasCallSandbox({ sandboxedRunner, sandbox })).toBe(true);
  });

  it("is there where the person cannot choose one for all, and only if it was made", () => {
    const sandboxedRunner = createOwnedRunner(runner);
    expect(hasCallSandbox({ sandboxedRunner, sandbox: null })).toBe(true);
    expect(hasCallSandbox({ sandboxedRunner: null, sandbox: null })).toBe(false);
  });
});
