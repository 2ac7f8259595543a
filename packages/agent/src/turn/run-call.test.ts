import { describe, expect, it } from "vitest";
import type {
  CallDecision,
  PermissionAnswer,
  PermissionQuestion,
  ToolCallRequest,
} from "@termwire/acp/agent";
import type { CommandRunner, CommandSpec, RunningCommand } from "@termwire/terminal";
import { createToolRegistry, defineTool, type ToolOutcome } from "@termwire/tools";
import type { CommandPattern } from "../permission/command-pattern.ts";
import type { CallRuling } from "../permission/decide-call.ts";
import type { SessionEvent } from "../session/session-event.ts";
import { createQueue } from "./create-queue.ts";
import { runCall } from "./run-call.ts";

/** A runner whose commands have completed, kept by a sandbox from what `denial` says. */
function createRunner(name: string, denial: string | null = null): CommandRunner {
  const completed = Promise.resolve({
    ending: { kind: "exited", code: denial === null ? 0 : 1, cause: "exit" },
    durationMs: 1,
    timeout: null,
    sandboxDenial: denial,
  });
  return {
    resolve: () => ({}) as CommandSpec, // never looked at
    start: async () => ({ completed, spec: { id: name } }) as unknown as RunningCommand, // all a call needs here
  };
}

const tools = createToolRegistry();
tools.register(
  defineTool<{ line: string }, { by: string }>({
    name: "run",
    description: "Runs a line.",
    inputSchema: {},
    parseArgs(input) {
      if (typeof input !== "string") throw new Error("expected a line");
      return { line: input };
    },
    async run(_args, { runner, showTerminal }) {
      const command = await runner.start(runner.resolve({ program, cwd: "/" }));
      showTerminal(command);
      await command.completed;
      return { by: command.spec.id };
    },
    renderResult: ({ by }) => `run by ${by}`,
    isFailure: () => false,
    presentCall: ({ line }) => ({ card: "terminal", title: line }),
  }),
);
const program = { kind: "shell", line: "" } as const;

interface SubjectOptions {
  readonly ruling: CallRuling;
  readonly answer?: PermissionAnswer;
  readonly denial?: string | null;
  readonly hasSandbox?: boolean;
}

function createSubject({ ruling, answer, denial = null, hasSandbox = true }: SubjectOptions) {
  const events: SessionEvent[] = [];
  const questions: PermissionQuestion[] = [];
  const granted: CommandPattern[] = [];
  const ran: string[] = [];
  const shown: string[] = [];
  const stop = new AbortController();
  const bridge = { runTool: (request: ToolCallRequest) => runTool(request) };

  /** What a bridge promises: nothing runs before a yes. */
  async function runTool(request: ToolCallRequest): Promise<ToolOutcome> {
    const prepared = request.tool.prepare(request.input);
    const decision: CallDecision = (await request.authorize?.(
      { view: prepared.view, cwd: "/p" },
      async (question) => {
        questions.push(question);
        return answer ?? { kind: "cancelled" };
      },
    )) ?? { allow: true };
    if (!decision.allow) {
      const text = `Not run: ${decision.reason}`;
      return { result: { notRun: true }, text, view: { card: "generic" }, failed: true };
    }
    const { callId, runner, signal, onTerminal } = request;
    const session = { cwd: "/p" };
    const outcome = await prepared.run({
      callId,
      runner,
      signal,
      session,
      showTerminal: (command) => onTerminal?.(command),
    });
    ran.push(outcome.text);
    return outcome;
  }

  return {
    events,
    questions,
    granted,
    ran,
    shown,
    stop,
    call: (name = "run", input: unknown = "ls") =>
      runCall(
        { callId: "call_1", name, input },
        {
          tools,
          bridge,
          signal: stop.signal,
          runner: createRunner("outside"),
          sandboxedRunner: hasSandbox ? createRunner("inside", denial) : null,
          decide: () => ruling,
          askQueue: createQueue(),
          onGranted: (pattern) => void granted.push(pattern),
          record: async (event) => void events.push(event),
          onTerminal: (callId) => void shown.push(callId),
        },
      ),
  };
}

const pattern: CommandPattern = { words: ["ls"], isOpen: true, cwd: "/p" };
const once: PermissionAnswer = { kind: "chosen", choiceId: "once" };
const reject: PermissionAnswer = { kind: "chosen", choiceId: "reject" };
const types = (events: readonly SessionEvent[]) => events.map(({ type }) => type);

describe("a call", () => {
  it("that may run is run outside, with its start and end on record", async () => {
    const subject = createSubject({ ruling: { kind: "run" } });
    expect(await subject.call()).toBe("run by outside");
    expect(subject.questions).toEqual([]);
    expect(subject.events).toEqual([
      { type: "call-started", callId: "call_1" },
      { type: "call-ended", callId: "call_1", result: { by: "outside" }, text: null },
    ]);
  });

  it("that is asked about runs after a yes, and not before", async () => {
    const subject = createSubject({ ruling: { kind: "ask", pattern }, answer: once });
    expect(await subject.call()).toBe("run by outside");
    expect(subject.questions.length).toBe(1);
    expect(subject.granted).toEqual([]);
  });

  it.each<[string, PermissionAnswer]>([
    ["rejected", reject],
    ["cancelled", { kind: "cancelled" }],
  ])(
    "that is %s does not run, and what the model got is on record (case 192)",
    async (_what, answer) => {
      const subject = createSubject({ ruling: { kind: "ask", pattern }, answer });
      const text = await subject.call();
      expect(text).toMatch(/^Not run: /u);
      expect(subject.ran).toEqual([]);
      expect(subject.events.at(-1)).toMatchObject({ type: "call-ended", text });
    },
  );

  it("that was allowed for the session passes its pattern on (case 201)", async () => {
    const answer: PermissionAnswer = { kind: "chosen", choiceId: "always" };
    const subject = createSubject({ ruling: { kind: "ask", pattern }, answer });
    await subject.call();
    expect(subject.granted).toEqual([pattern]);
  });

  it("of a tool there is not is skipped, and the model is told which there are", async () => {
    const subject = createSubject({ ruling: { kind: "run" } });
    const text = await subject.call("nope");
    expect(text).toBe('There is no tool "nope". Available: run.');
    expect(subject.events).toEqual([{ type: "call-skipped", callId: "call_1", text }]);
  });

  it("of a cancelled turn is skipped", async () => {
    const subject = createSubject({ ruling: { kind: "run" } });
    subject.stop.abort();
    expect(await subject.call()).toContain("Not run");
    expect(subject.ran).toEqual([]);
    expect(types(subject.events)).toEqual(["call-skipped"]);
  });
});

describe("a call in the sandbox", () => {
  const ruling: CallRuling = { kind: "run-inside", pattern };

  it("stays there when nothing was denied, without a question", async () => {
    const subject = createSubject({ ruling });
    expect(await subject.call()).toBe("run by inside");
    expect(subject.questions).toEqual([]);
  });

  it("is run again outside after a yes, under another id, and the model gets that", async () => {
    const subject = createSubject({ ruling, denial: "EROFS", answer: once });
    expect(await subject.call()).toBe("run by outside");
    expect(subject.ran).toEqual(["run by inside", "run by outside"]);
    expect(types(subject.events)).toEqual([
      "call-started",
      "call-ended",
      "call-retried",
      "call-ended",
    ]);
    const [, first, retried, second] = subject.events;
    const { retryId } = retried?.type === "call-retried" ? retried : { retryId: "" };
    expect(subject.shown).toEqual(["call_1", retryId]);
    expect(first).toMatchObject({ callId: "call_1" });
    expect(second).not.toMatchObject({ callId: "call_1" });
    expect(subject.questions[0]?.view).toMatchObject({
      title: "ls",
      description: expect.stringContaining("EROFS"),
    });
  });

  it("stays what it was after a no, and the model reads both", async () => {
    const subject = createSubject({ ruling, denial: "EROFS", answer: reject });
    const text = await subject.call();
    expect(text).toMatch(/^run by inside\n\[Not run: .*outside of the sandbox/u);
    expect(subject.ran).toEqual(["run by inside"]);
    expect(subject.events.at(-1)).toMatchObject({ type: "call-ended", text });
  });

  it("asks nobody when the turn was cancelled meanwhile", async () => {
    const subject = createSubject({ ruling, denial: "EROFS", answer: once });
    const running = subject.call();
    subject.stop.abort();
    expect(await running).toBe("run by inside");
    expect(subject.questions).toEqual([]);
  });

  it("is asked about where there is none after all", async () => {
    const subject = createSubject({ ruling, hasSandbox: false, answer: reject });
    expect(await subject.call()).toMatch(/^Not run/u);
    expect(subject.ran).toEqual([]);
  });
});
