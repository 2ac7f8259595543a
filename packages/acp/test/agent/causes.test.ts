import { describe, expect, it } from "vitest";
import type { PromptTurn, TurnStopReason } from "@termwire/acp/agent";
import { createTerminalControl } from "@termwire/acp/client";
import { createLocalRunner } from "@termwire/process";
import { createOwnedRunner, describeEnding, type Ending } from "@termwire/terminal";
import { createBashTool } from "@termwire/tools";
import { connectV1, connectV2, until, type Update } from "./connect-agent.ts";
import { decode, outputOf } from "./decode-updates.ts";
import { createScriptedHarness } from "./scripted-harness.ts";

/** A harness whose prompt is the arguments of bash; one that says so in its description is refused. */
function createSubject() {
  const runner = createOwnedRunner(createLocalRunner());
  const tool = createBashTool();
  const { harness } = createScriptedHarness({
    async prompt({ text, bridge, signal }: PromptTurn): Promise<TurnStopReason> {
      const input: unknown = JSON.parse(text);
      await bridge.runTool({
        tool,
        input,
        callId: "c1",
        runner,
        signal,
        authorize: async () =>
          text.includes("refuse")
            ? { allow: false, reason: "the person said no." }
            : { allow: true },
      });
      return "end_turn";
    },
  });
  return { harness, [Symbol.asyncDispose]: () => runner.dispose() };
}

const dialects = {
  meta: async (harness: ReturnType<typeof createSubject>["harness"]) =>
    Object.assign(await connectV1(harness), { version: 1 }),
  "meta from a client of deltas": async (harness: ReturnType<typeof createSubject>["harness"]) =>
    Object.assign(await connectV1(harness, { meta: "delta" }), { version: 1 }),
  text: async (harness: ReturnType<typeof createSubject>["harness"]) =>
    Object.assign(await connectV1(harness, { meta: false }), { version: 1 }),
  v2: async (harness: ReturnType<typeof createSubject>["harness"]) =>
    Object.assign(await connectV2(harness), { version: 2 }),
};

interface Expected {
  readonly ending: Partial<Ending>;
  /** What a card says. */
  readonly words: string;
  /** What it printed until then, which is kept. */
  readonly output: string;
  readonly status: readonly ("completed" | "failed" | "cancelled")[];
}

const SLEEPS = { command: "echo on; sleep 600" };

/** Why it ends, by what is run and what the person does meanwhile. */
const CAUSES: Readonly<Record<string, readonly [object, "wait" | "stop" | "cancel", Expected]>> = {
  "its time limit": [
    { ...SLEEPS, timeoutMs: 1_500 },
    "wait",
    {
      ending: { kind: "signaled", signal: "SIGTERM", cause: "timeout" },
      words: "timed out, SIGTERM",
      output: "on\n",
      status: ["failed"],
    },
  ],
  "the person's stop": [
    SLEEPS,
    "stop",
    {
      ending: { kind: "signaled", signal: "SIGTERM", cause: "stopped" },
      words: "stopped, SIGTERM",
      output: "on\n",
      status: ["failed"],
    },
  ],
  "the end of its turn": [
    SLEEPS,
    "cancel",
    {
      ending: { kind: "signaled", signal: "SIGTERM", cause: "cancelled" },
      words: "cancelled, SIGTERM",
      output: "on\n",
      status: ["failed", "cancelled"],
    },
  ],
  "a refusal": [
    { command: "echo never", description: "refuse" },
    "wait",
    {
      ending: { kind: "lost", cause: "denied" },
      words: "denied, Not run: the person said no.",
      output: "",
      status: ["failed"],
    },
  ],
  "a failure to start": [
    { command: "echo never", workdir: "/no/such/directory" },
    "wait",
    {
      ending: { kind: "lost", cause: "not-started" },
      words: "not started, ",
      output: "",
      status: ["failed"],
    },
  ],
  "its own signal": [
    { command: "kill -KILL $$" },
    "wait",
    {
      ending: { kind: "signaled", signal: "SIGKILL", cause: "exit" },
      words: "SIGKILL",
      output: "",
      status: ["failed"],
    },
  ],
  "its own code": [
    { command: "exit 3" },
    "wait",
    {
      ending: { kind: "exited", code: 3, cause: "exit" },
      words: "exit 3",
      output: "",
      status: ["failed"],
    },
  ],
};

describe.each(Object.entries(dialects))("an ending told by %s", (_dialect, connect) => {
  it.each(Object.entries(CAUSES))(
    "cases 123, 125, 164: by %s is told apart from all others",
    async (_cause, [input, act, expected]) => {
      await using subject = createSubject();
      await using client = await connect(subject.harness);
      const sessionId = await client.create("/");
      const prompt = client.prompt(sessionId, JSON.stringify(input));
      const read = () => decode(client.updates, client.version);
      if (act !== "wait") await until(() => outputOf(read()) === "on\n");
      if (act === "cancel") await client.agent.notify("session/cancel", { sessionId });
      if (act === "stop") {
        const terminalId = read()[0]?.event.id ?? "";
        await createTerminalControl(client).cancel({ sessionId, terminalId });
      }
      await prompt;
      await until(() => read().some(({ event }) => event.type === "terminal-ended"));
      await until(() => lastStatus(client.updates) !== "in_progress");
      const [ended] = read().flatMap(({ event }) =>
        event.type === "terminal-ended" ? [event.ending] : [],
      );
      expect(ended).toMatchObject(expected.ending);
      expect(ended && describeEnding(ended)).toContain(expected.words);
      expect(expected.status).toContain(lastStatus(client.updates));
      expect(outputOf(read())).toBe(expected.output);
    },
  );
});

function lastStatus(updates: readonly Update[]): unknown {
  return updates.findLast(({ toolCallId, status }) => toolCallId !== undefined && status)?.[
    "status"
  ];
}
