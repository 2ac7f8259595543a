import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  createLocalRunner,
  createSandboxedRunner,
  probeSandbox,
  resolveSandboxPolicy,
} from "@termwire/process";
import {
  applyTerminalEvent,
  type TerminalEvent,
  type TerminalId,
  type TerminalState,
} from "@termwire/terminal";
import { connectV1, connectV2, until, type Update } from "./connect-agent.ts";
import { decode, outputOf } from "./decode-updates.ts";
import { createJobHarness } from "./job-harness.ts";

const directory = mkdtempSync(join(tmpdir(), "termwire-again-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** Each way a client can be told of terminals, with how it opens a session again. */
const clients = {
  meta: async (harness: ReturnType<typeof createJobHarness>["harness"]) =>
    withLoad(1, await connectV1(harness)),
  text: async (harness: ReturnType<typeof createJobHarness>["harness"]) =>
    withLoad(1, await connectV1(harness, { meta: false })),
  v2: async (harness: ReturnType<typeof createJobHarness>["harness"]) => {
    const client = await connectV2(harness);
    const load = (sessionId: string): Promise<unknown> =>
      client.agent.request("session/resume", {
        sessionId,
        cwd: directory,
        replayFrom: { type: "start" },
      });
    return Object.assign(client, { version: 2, load });
  },
};

function withLoad(version: number, client: Awaited<ReturnType<typeof connectV1>>) {
  const load = (sessionId: string): Promise<unknown> =>
    client.agent.request("session/load", { sessionId, cwd: directory, mcpServers: [] });
  return Object.assign(client, { version, load });
}

/** Every terminal in the end: what is known of it, and everything it shows. */
function toCards(updates: readonly Update[], version: number) {
  const events = decode(updates, version);
  const states = new Map<TerminalId, TerminalState>();
  for (const { event } of events) states.set(event.id, fold(states.get(event.id), event));
  return [...states.values()].map((state) => ({
    state: { ...state, startedAtMs: null },
    output: outputOf(events.filter(({ event }) => event.id === state.id)),
  }));
}

function fold(state: TerminalState | undefined, event: TerminalEvent): TerminalState {
  return applyTerminalEvent(state, event);
}

const COMMANDS: readonly object[] = [
  { command: "echo out; echo err >&2", description: "Say it" },
  { command: "printf 'no line end'" },
  { command: "printf '\\033[31mred\\033[0m\\r\\n'; exit 3" },
  { command: "kill -KILL $$" },
  { command: "echo before; sleep 600", timeoutMs: 300 },
  { command: "printf 'a\\377b\\n'" },
  { command: "no-such-program-at-all" },
  { command: "true", workdir: "." },
  { command: "pwd", workdir: "no-such-directory" },
  { command: "seq 1 20000 | tail -n +2" },
  { command: "stty size", tty: true },
  { command: "cat /etc/hostname" },
  { command: "grep -c . /etc/passwd" },
];

describe.each(["meta", "text", "v2"] as const)("a session in the %s dialect", (dialect) => {
  it("cases 79, 82, 87: is shown again just as it was", async () => {
    await using subject = createJobHarness();
    await using client = await clients[dialect](subject.harness);
    const sessionId = await client.create(directory);
    for (const command of COMMANDS) {
      const turns = client.updates.filter(({ state }) => state === "idle").length;
      await client.prompt(sessionId, JSON.stringify(command));
      if (dialect !== "v2") continue;
      await until(() => client.updates.filter(({ state }) => state === "idle").length > turns);
    }
    const live = toCards(client.updates, client.version);
    const from = client.updates.length;
    await client.load(sessionId);
    const again = toCards(client.updates.slice(from), client.version);
    expect(live.length).toBe(COMMANDS.length);
    expect(again).toEqual(live);
    // Nothing comes twice for who goes on with what it has.
    expect(toCards(client.updates, client.version)).toEqual(live);
  });

  it("case 52: shows what still runs again, goes on with it, and can be cancelled", async () => {
    await using subject = createJobHarness();
    await using client = await clients[dialect](subject.harness);
    const sessionId = await client.create(directory);
    const gate = join(directory, `gate-${dialect}`);
    const command = `echo early; while [ ! -e ${gate} ]; do sleep 0.02; done; echo late; sleep 600`;
    const turn = client.prompt(sessionId, JSON.stringify({ command }));
    const read = (updates: readonly Update[]): string => outputOf(decode(updates, client.version));
    await until(() => read(client.updates) === "early\n");
    const from = client.updates.length;
    await client.load(sessionId);
    const since = (): readonly Update[] => client.updates.slice(from);
    await until(() => read(since()) === "early\n");
    writeFileSync(gate, "");
    await until(() => read(since()) === "early\nlate\n");
    expect(read(client.updates)).toBe("early\nlate\n");
    await client.agent.notify("session/cancel", { sessionId });
    await turn;
    await until(() => toCards(since(), client.version)[0]?.state.ending !== null);
    const [card] = toCards(since(), client.version);
    expect(card?.state).toMatchObject({
      command,
      cwd: directory,
      ending: { signal: "SIGTERM", cause: "cancelled" },
    });
  });

  it("shows what runs in the background again, and tells how it ended", async () => {
    await using subject = createJobHarness();
    await using client = await clients[dialect](subject.harness);
    const sessionId = await client.create(directory);
    const input = { command: "echo ready; sleep 600", run_in_background: true };
    await client.prompt(sessionId, JSON.stringify(input));
    await until(() => subject.jobs.list()[0]?.command.output.endOffset === 6);
    if (dialect === "v2") await until(() => client.updates.some(({ state }) => state === "idle"));
    const from = client.updates.length;
    await client.load(sessionId);
    const since = (): readonly Update[] => client.updates.slice(from);
    expect(since()[0]).toMatchObject({ toolCallId: "c1", title: input.command });
    await subject.jobs.list()[0]?.stop();
    await until(() => toCards(since(), client.version)[0]?.state.ending !== null);
    const [card] = toCards(since(), client.version);
    expect(card).toMatchObject({
      state: { ending: { signal: "SIGTERM", cause: "stopped" } },
      output: "ready\n",
    });
  });
});

describe.each(["meta", "text", "v2"] as const)(
  "what a sandbox denied, in the %s dialect",
  (dialect) => {
    it("is said once, live and shown again, and is no output", async (ctx) => {
      const probe = await probeSandbox();
      ctx.skip(!probe.available, probe.available ? "" : probe.reason);
      const policy = resolveSandboxPolicy({ mode: "read-only" });
      const commands = createSandboxedRunner(createLocalRunner(), policy);
      await using subject = createJobHarness({ commands });
      await using client = await clients[dialect](subject.harness);
      const sessionId = await client.create(directory);
      const target = join(directory, "made");
      await client.prompt(sessionId, JSON.stringify({ command: `echo first; touch ${target}` }));
      await until(() => toCards(client.updates, client.version)[0]?.state.ending !== null);
      await until(() => client.updates.some(({ status }) => status === "failed"));
      const from = client.updates.length;
      await client.load(sessionId);
      for (const updates of [client.updates.slice(0, from), client.updates.slice(from)]) {
        const [card] = toCards(updates, client.version);
        expect(card?.output).toMatch(/^first\ntouch: .*Read-only file system\n$/);
        expect(card?.state).toMatchObject({ ending: { kind: "exited", code: 1 } });
        expect(card?.state.notes).toEqual([
          expect.stringMatching(/^sandbox denied: touch: .*Read-only file system$/),
        ]);
        const last = updates.findLast(({ toolCallId, rawOutput }) => toolCallId && rawOutput);
        expect(last?.["rawOutput"]).toMatchObject({
          sandboxDenial: expect.stringContaining("Read-only file system"),
        });
      }
    });
  },
);

it("shows a call whose arguments were refused again as it was", async () => {
  await using subject = createJobHarness();
  await using client = await connectV1(subject.harness);
  const sessionId = await client.create(directory);
  await client.prompt(sessionId, JSON.stringify({ command: 1 }));
  const live = [...client.updates];
  await client.agent.request("session/load", { sessionId, cwd: directory, mcpServers: [] });
  expect(client.updates.slice(live.length)).toEqual(live);
});
