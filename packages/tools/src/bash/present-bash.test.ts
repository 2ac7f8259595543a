import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENDING_CAUSES, toEnding, type Exit } from "@termwire/terminal";
import type { BashArgs } from "./bash-args.ts";
import type { BackgroundBash, BashResult, CompletedBash } from "./bash-result.ts";
import { presentBashCall, presentBashResult } from "./present-bash.ts";

const createResult = (exit: Exit): CompletedBash => ({
  kind: "completed",
  ending: toEnding(exit, "exit"),
  durationMs: 12,
  timeoutMs: null,
  idleTimeoutMs: null,
  timeout: null,
  output: "out",
  totalBytes: 4,
  omittedBytes: 0,
  spill: null,
  sandboxDenial: null,
  leftRunning: false,
  job: null,
  cwd: "/project",
  shell: "/bin/bash",
});

const background: BackgroundBash = {
  kind: "background",
  job: "job_1",
  origin: "started",
  output: "",
  totalBytes: 0,
  omittedBytes: 0,
  spill: null,
  timeoutMs: null,
  idleTimeoutMs: null,
  cwd: "/project",
  shell: "/bin/bash",
};

const freezeResult = (result: CompletedBash): BashResult =>
  Object.freeze({ ...result, ending: Object.freeze(result.ending) });

describe("the view of a bash call", () => {
  it("is a terminal with the exact command, its description and its directory", () => {
    const args = { command: " ls\n-l ", description: "List", workdir: "src", timeoutMs: 5 };
    expect(presentBashCall(args)).toEqual({
      card: "terminal",
      title: " ls\n-l ",
      description: "List",
      cwd: "src",
    });
  });

  it("says that it outlives its call when it is to run in the background (case 74)", () => {
    expect(presentBashCall({ command: "npm run dev", runInBackground: true })).toEqual({
      card: "terminal",
      title: "npm run dev",
      background: true,
    });
  });

  it("leaves out what the model left out", () => {
    expect(presentBashCall({ command: "ls" })).toEqual({ card: "terminal", title: "ls" });
  });
});

describe("the view of a bash result", () => {
  const args: BashArgs = { command: "ls" };

  it("has the exit code of a command that exited (case 167)", () => {
    expect(presentBashResult(args, createResult({ kind: "exited", code: 3 }))).toEqual({
      card: "terminal",
      output: "out",
      exitCode: 3,
      cause: "exit",
      durationMs: 12,
    });
  });

  it("has the signal, and no exit code, of a command that was killed (case 164)", () => {
    const view = presentBashResult(args, createResult({ kind: "signaled", signal: "SIGKILL" }));
    expect(view).toMatchObject({ signal: "SIGKILL" });
    expect(view).not.toHaveProperty("exitCode");
  });

  it("is what the model reads, verbatim, of a command that runs on as a job", () => {
    expect(presentBashResult(args, background)).toEqual({
      card: "generic",
      content: [{ text: "[running in the background as job_1]", fence: "text" }],
    });
    expect(presentBashResult(args, { ...background, output: "a", origin: "moved" })).toEqual({
      card: "generic",
      content: [{ text: "a\n[moved to the background as job_1]", fence: "text" }],
    });
  });

  it("has neither when the ending is not known (case 168)", () => {
    const view = presentBashResult(args, createResult({ kind: "lost", reason: "gone" }));
    expect(view).not.toHaveProperty("exitCode");
    expect(view).not.toHaveProperty("signal");
  });
});

it("presenting frozen arguments and results twice gives equal views", () => {
  const anyArgs: fc.Arbitrary<BashArgs> = fc.record(
    {
      command: fc.string(),
      description: fc.string(),
      workdir: fc.string(),
      timeoutMs: fc.nat(),
    },
    { requiredKeys: ["command"] },
  );
  const exit: fc.Arbitrary<Exit> = fc.oneof(
    fc.record({ kind: fc.constant("exited" as const), code: fc.integer() }),
    fc.record({ kind: fc.constant("signaled" as const), signal: fc.string() }),
    fc.record({ kind: fc.constant("lost" as const), reason: fc.string() }),
  );
  fc.assert(
    fc.property(anyArgs, exit, fc.constantFrom(...ENDING_CAUSES), (args, how, cause) => {
      const result = freezeResult({ ...createResult(how), ending: toEnding(how, cause) });
      Object.freeze(args);
      expect(presentBashCall(args)).toEqual(presentBashCall(args));
      expect(presentBashResult(args, result)).toEqual(presentBashResult(args, result));
    }),
  );
});
