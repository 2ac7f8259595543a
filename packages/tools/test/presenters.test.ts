import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createShellTools,
  createToolRegistry,
  defineTool,
  type ToolOutcome,
} from "@termwire/tools";
import { createSessionTools, type SessionTools } from "./session-tools.ts";
import { until } from "./watch-processes.ts";

let session: SessionTools;

beforeEach(async () => {
  session = await createSessionTools();
});

afterEach(async () => {
  await session[Symbol.asyncDispose]();
});

const throughLog = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const freeze = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) => Object.freeze(part));

/** Runs a call and shows it again and again: live, from memory, from the log, from frozen data. */
const expectOneLook = async (tool: string, input: unknown): Promise<ToolOutcome> => {
  const prepared = session.prepare(tool, freeze(input));
  const outcome = await session.call(tool, input);
  for (const result of [outcome.result, throughLog(outcome.result), freeze(outcome.result)]) {
    expect(prepared.replay(result)).toEqual(outcome);
    expect(prepared.replay(result)).toEqual(outcome);
    expect(session.prepare(tool, throughLog(input)).replay(result)).toEqual(outcome);
  }
  expect(session.prepare(tool, freeze(input)).view).toEqual(prepared.view);
  expect(throughLog(prepared.view)).toEqual(prepared.view);
  expect(throughLog(outcome.view)).toEqual(outcome.view);
  return outcome;
};

describe("every tool of the package", () => {
  it("looks the same live and from the log, however often it is shown", async () => {
    const job = await session.startJob("echo a; read x", { tty: true });
    await until(() => job.unread.bytes > 0);
    const calls: readonly (readonly [tool: string, input: unknown])[] = [
      ["bash", { command: "echo out; exit 3", description: "Fail" }],
      ["bash", { command: "kill -KILL $$" }],
      ["bash", { command: "sleep 60", timeoutMs: 100 }],
      ["bash", { command: "sleep 60 &" }],
      ["bash", { command: "sleep 60", run_in_background: true }],
      ["bash", { command: "ls", workdir: "missing" }],
      ["bash", { command: "ls" }],
      ["bash", { command: "cat missing", description: "Show", workdir: "." }],
      ["bash", { command: "stty size", tty: true }],
      ["write", { path: "a.txt", content: "one\ntwo\n" }],
      ["read", { path: "a.txt", startLine: 2 }],
      ["edit", { path: "a.txt", oldText: "two", newText: "three" }],
      ["edit", { path: "a.txt", oldText: "none", newText: "x" }],
      ["read", { path: "missing" }],
      ["grep", { pattern: "three" }],
      ["glob", { pattern: "*.txt" }],
      ["job_list", {}],
      ["job_output", { job: job.id }],
      ["job_output", { job: "job_none" }],
      ["job_wait", { job: job.id, timeoutMs: 20 }],
      ["job_input", { job: job.id, text: "x", keys: ["tab"] }],
      ["job_kill", { job: job.id }],
    ];
    for (const [tool, input] of calls) await expectOneLook(tool, input);
    const shown = new Set(calls.map(([tool]) => tool));
    expect([...shown].toSorted()).toEqual(session.names.toSorted());
  });

  it("has a name of its own", async () => {
    const registry = createToolRegistry();
    for (const tool of createShellTools({ jobs: session.jobs })) registry.register(tool);
    expect(registry.list().map(({ name }) => name)).toEqual([
      "bash",
      "job_list",
      "job_output",
      "job_wait",
      "job_kill",
      "job_input",
    ]);
  });
});

describe("presenters that would change what they are given", () => {
  it("cannot: their result is frozen, and the generic card is shown instead", async () => {
    const tool = defineTool<null, { lines: string[] }>({
      name: "impure",
      description: "Changes its result when it is shown.",
      inputSchema: {},
      parseArgs: () => null,
      run: async () => ({ lines: ["a"] }),
      renderResult: ({ lines }) => lines.join("\n"),
      isFailure: () => false,
      presentResult: (_args, { lines }) => {
        lines.push("b");
        return { card: "generic", title: lines.join() };
      },
    });
    const outcome = await tool.prepare({}).run({
      callId: "call_1",
      session: { cwd: session.cwd },
      runner: session.runner,
      signal: session.turn.signal,
      showTerminal: () => undefined,
    });
    expect(outcome.view).toEqual({ card: "generic", content: [{ text: "a", fence: "text" }] });
    expect(outcome.result).toEqual({ lines: ["a"] });
  });
});
