import { describe, expect, it } from "vitest";
import type { AuthorizeCall, PromptTurn, TurnStopReason } from "@termwire/acp/agent";
import type { CommandRunner } from "@termwire/terminal";
import { createBashTool, defineTool, type Tool } from "@termwire/tools";
import { connectV1, connectV2, until, type AnswerPermission } from "./connect-agent.ts";
import { createScriptedHarness } from "./scripted-harness.ts";

/** Nothing may run in these tests. */
const noRunner: CommandRunner = {
  resolve: () => {
    throw new Error("ran");
  },
  start: () => Promise.reject(new Error("ran")),
};

const choices = [
  { id: "yes", name: "Allow", kind: "allow_once" },
  { id: "always", name: 'Always allow "git *"', kind: "allow_always" },
  { id: "no", name: "Reject", kind: "reject_once" },
] as const;

/** A harness that asks about one call of `tool`, and what it got. */
function createAskingHarness(
  options: {
    readonly tool?: Tool;
    readonly input?: unknown;
    readonly authorize?: AuthorizeCall;
  } = {},
) {
  const answers: unknown[] = [];
  const outcomes: unknown[] = [];
  const ask: AuthorizeCall = async ({ view, cwd }, askPerson) => {
    const answer = await askPerson({ view, cwd, choices });
    answers.push(answer);
    return answer.kind === "chosen" && answer.choiceId !== "no"
      ? { allow: true }
      : { allow: false, reason: "the person said no" };
  };
  const tool = options.tool ?? createBashTool();
  const input = options.input ?? {
    command: "git push --force",
    description: "Publish",
    workdir: "sub",
  };
  let last: unknown;
  const { harness } = createScriptedHarness({
    async prompt({ bridge, signal }: PromptTurn): Promise<TurnStopReason> {
      const authorize = options.authorize ?? ask;
      const outcome = await bridge.runTool({
        tool,
        input,
        callId: "c1",
        runner: noRunner,
        signal,
        authorize,
      });
      outcomes.push(outcome.text);
      last = outcome.result;
      return "end_turn";
    },
    replay: (bridge) =>
      bridge.replayTool({ tool, toolName: tool.name, input, callId: "c1", result: last }),
    keeps: true,
  });
  return { harness, answers, outcomes };
}

function select(optionId: string, seen: unknown[] = []): AnswerPermission {
  return (params) => {
    seen.push(params);
    return { outcome: { outcome: "selected", optionId } };
  };
}

describe("a question in version 1", () => {
  it("cases 194, 195: shows the exact command, where it runs and every choice, before anything runs", async () => {
    const seen: unknown[] = [];
    const { harness, outcomes } = createAskingHarness();
    await using client = await connectV1(harness, { answer: select("no", seen) });
    await client.prompt(await client.create("/p"), "x");
    expect(seen).toMatchObject([
      {
        toolCall: {
          toolCallId: "c1",
          title: "git push --force",
          kind: "execute",
          status: "pending",
          rawInput: { command: "git push --force", cwd: "/p/sub", description: "Publish" },
          content: [
            { type: "content", content: { text: "Publish" } },
            { type: "terminal", terminalId: "c1" },
          ],
        },
        options: choices.map(({ id, name, kind }) => ({ optionId: id, name, kind })),
      },
    ]);
    expect(outcomes).toEqual(["Not run: the person said no"]);
  });

  it("case 192: refused is a failed call that says why and embeds no terminal", async () => {
    const { harness } = createAskingHarness();
    await using client = await connectV1(harness, { answer: select("no") });
    await client.prompt(await client.create(), "x");
    expect(client.updates.map(({ status }) => status)).toEqual(["pending", "failed"]);
    expect(client.updates.at(-1)).toMatchObject({
      content: [
        { content: { text: "Publish" } },
        { content: { text: "Not run: the person said no" } },
      ],
      rawOutput: { exitCode: null, signal: null, cause: "denied" },
      _meta: {
        terminal_exit: { exit_code: null, signal: null },
        termwire: { cause: "denied" },
      },
    });
    expect(JSON.stringify(client.updates.at(-1))).not.toContain('"type":"terminal"');
  });

  it("allowed is a call that begins then", async () => {
    const { harness, answers } = createAskingHarness();
    await using client = await connectV1(harness, { answer: select("always") });
    await client.prompt(await client.create(), "x");
    expect(answers).toEqual([{ kind: "chosen", choiceId: "always" }]);
    expect(client.updates.map(({ status }) => status).slice(0, 2)).toEqual([
      "pending",
      "in_progress",
    ]);
    expect(client.updates.at(-1)).toMatchObject({ rawOutput: { cause: "not-started" } });
  });

  it.each<[string, AnswerPermission]>([
    ["cancelled", () => ({ outcome: { outcome: "cancelled" } })],
    [
      "a choice that was not offered",
      () => ({ outcome: { outcome: "selected", optionId: "root" } }),
    ],
    ["nonsense", () => ({ yes: true })],
    [
      "an error",
      () => {
        throw new Error("the dialog broke");
      },
    ],
  ])("case 197: answered by %s runs nothing", async (_name, answer) => {
    const { harness, answers } = createAskingHarness();
    await using client = await connectV1(harness, { answer });
    await client.prompt(await client.create(), "x");
    expect(answers).toEqual([{ kind: "cancelled" }]);
    expect(client.updates.at(-1)).toMatchObject({ rawOutput: { cause: "denied" } });
  });

  it("is given up when its turn is cancelled, and taken back from the client", async () => {
    const seen: unknown[] = [];
    const { harness, answers } = createAskingHarness();
    await using client = await connectV1(harness, {
      answer: (params) => {
        seen.push(params);
        return new Promise(() => undefined);
      },
    });
    const sessionId = await client.create();
    const turn = client.prompt(sessionId, "x");
    await until(() => seen.length === 1);
    await client.agent.notify("session/cancel", { sessionId });
    expect(await turn).toEqual({ stopReason: "cancelled" });
    expect(answers).toEqual([{ kind: "cancelled" }]);
    expect(client.updates.at(-1)).toMatchObject({
      status: "failed",
      rawOutput: { cause: "cancelled" },
    });
  });

  it("that is never asked, because deciding failed, is a refusal", async () => {
    const { harness } = createAskingHarness({
      authorize: () => Promise.reject(new Error("the policy is broken")),
    });
    await using client = await connectV1(harness);
    await client.prompt(await client.create(), "x");
    expect(client.updates.at(-1)).toMatchObject({
      rawOutput: { cause: "denied", error: "Not run: the policy is broken" },
    });
  });

  it("is the same when it is shown again from the log", async () => {
    const { harness } = createAskingHarness();
    await using client = await connectV1(harness, { answer: select("no") });
    const sessionId = await client.create();
    await client.prompt(sessionId, "x");
    const live = client.updates.at(-1);
    await client.agent.request("session/load", { sessionId, cwd: "/p", mcpServers: [] });
    expect(client.updates.at(-1)).toEqual(live);
  });

  it("is not asked about arguments the tool refuses", async () => {
    const { harness, answers, outcomes } = createAskingHarness({ input: { command: "" } });
    await using client = await connectV1(harness);
    await client.prompt(await client.create(), "x");
    expect(answers).toEqual([]);
    expect(outcomes[0]).toContain("command: expected");
  });

  it("about another call shows it as it was announced", async () => {
    const seen: unknown[] = [];
    const edit = defineTool<object, object>({
      name: "edit",
      description: "",
      inputSchema: {},
      parseArgs: () => ({}),
      run: async () => ({}),
      renderResult: () => "done",
      isFailure: () => false,
      presentCall: () => ({
        card: "diff",
        title: "Edit a.txt",
        diffs: [{ path: "a.txt", oldText: null, newText: "x\n" }],
        locations: [{ path: "a.txt", line: 1 }],
      }),
    });
    const { harness } = createAskingHarness({ tool: edit, input: {} });
    await using client = await connectV1(harness, { answer: select("yes", seen) });
    await client.prompt(await client.create("/p"), "x");
    expect(seen).toMatchObject([
      {
        toolCall: {
          title: "Edit a.txt",
          kind: "edit",
          status: "pending",
          content: [{ type: "diff", path: "/p/a.txt", newText: "x\n" }],
          locations: [{ path: "/p/a.txt", line: 1 }],
        },
      },
    ]);
    expect(client.updates.map(({ status }) => status)).toEqual([
      "pending",
      "in_progress",
      "completed",
    ]);
  });
});

describe("a question in version 2", () => {
  it("cases 194, 195: is about a command, and the session waits for the person", async () => {
    const seen: unknown[] = [];
    const { harness } = createAskingHarness();
    await using client = await connectV2(harness, { answer: select("no", seen) });
    await client.prompt(await client.create("/p"), "x");
    await until(() => client.updates.some(({ state }) => state === "idle"));
    expect(seen).toMatchObject([
      {
        title: "git push --force",
        description: "Publish",
        subject: {
          type: "command",
          command: "git push --force",
          cwd: "/p/sub",
          toolCallId: "c1",
        },
        options: choices.map(({ id, name, kind }) => ({ optionId: id, name, kind })),
      },
    ]);
    const states = client.updates.flatMap(({ state }) => (state === undefined ? [] : [state]));
    expect(states).toEqual(["running", "requires_action", "running", "idle"]);
    const calls = client.updates.filter(({ toolCallId }) => toolCallId === "c1");
    expect(calls.map(({ status }) => status)).toEqual(["pending", "failed"]);
    expect(calls.at(-1)).toMatchObject({ rawOutput: { cause: "denied" }, capabilities: null });
    expect(JSON.stringify(client.updates)).not.toContain("terminal_update");
  });

  it("is taken back when its call alone is stopped", async () => {
    const seen: unknown[] = [];
    const { harness } = createAskingHarness();
    await using client = await connectV2(harness, {
      answer: (params) => {
        seen.push(params);
        return new Promise(() => undefined);
      },
    });
    const sessionId = await client.create();
    await client.prompt(sessionId, "x");
    await until(() => seen.length === 1);
    await client.agent.request("tool_call/cancel", { sessionId, toolCallId: "c1" });
    await until(() => client.updates.some(({ state }) => state === "idle"));
    expect(client.updates.findLast(({ toolCallId }) => toolCallId === "c1")).toMatchObject({
      status: "cancelled",
      rawOutput: { cause: "cancelled" },
    });
    expect(client.updates.at(-1)).toMatchObject({ state: "idle", stopReason: "end_turn" });
  });

  it("about another call brings the call with it", async () => {
    const seen: unknown[] = [];
    const note = defineTool<object, object>({
      name: "note",
      description: "",
      inputSchema: {},
      parseArgs: () => ({}),
      run: async () => ({}),
      renderResult: () => "done",
      isFailure: () => false,
    });
    const { harness } = createAskingHarness({ tool: note, input: {} });
    await using client = await connectV2(harness, { answer: select("yes", seen) });
    await client.prompt(await client.create(), "x");
    await until(() => client.updates.some(({ state }) => state === "idle"));
    expect(seen).toMatchObject([
      { subject: { type: "tool_call", toolCall: { toolCallId: "c1" } } },
    ]);
    expect(client.updates.findLast(({ toolCallId }) => toolCallId === "c1")).toMatchObject({
      status: "completed",
    });
  });
});
