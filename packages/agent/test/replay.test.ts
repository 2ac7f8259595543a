import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DisplayEvent } from "@termwire/acp/client";
import {
  createMemoryArchive,
  createShellModel,
  type Model,
  type SessionArchive,
} from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { createProcessIdentities } from "@termwire/process";
import { applyTerminalEvent, type TerminalState } from "@termwire/terminal";
import { connectSessions, type SessionsClient } from "./connect-sessions.ts";
import { createLineModel } from "./scripted-model.ts";
import { createArgumentsModel } from "./serve-session.ts";

const processes = createProcessIdentities();

const CLAIMS = ["zed", "delta", "text", "v2"] as const;

const root = realpathSync(mkdtempSync(join(tmpdir(), "termwire-replay-")));
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** What a person sees of each terminal in the end, however it was streamed. */
function toCards(events: readonly DisplayEvent[]) {
  const states = new Map<string, TerminalState>();
  const outputs = new Map<string, Uint8Array[]>();
  for (const { event } of events) {
    const { id } = event;
    states.set(id, applyTerminalEvent(states.get(id), event));
    if (event.type === "output-replaced") outputs.set(id, [event.bytes]);
    if (event.type === "output-appended") {
      outputs.set(id, [...(outputs.get(id) ?? []), event.bytes]);
    }
  }
  return [...states.values()].map(({ startedAtMs: _startedAtMs, ...state }) => ({
    ...state,
    output: Buffer.concat(outputs.get(state.id) ?? []).toString("latin1"),
  }));
}

/** Words and announcements, in order; streamed words joined. */
function toStory(updates: readonly object[]): string[] {
  const story: string[] = [];
  let speaker = "";
  for (const update of updates) {
    const { sessionUpdate, content, title, kind } = update as Record<string, unknown>; // a test's view of any update
    if (typeof kind === "string") {
      story.push(`card ${kind} ${String(title)}`);
      speaker = "";
    } else if (/^(?:agent|user)_.*_chunk$/u.test(String(sessionUpdate))) {
      const { text } = content as { text: string }; // chunks of this agent are text
      if (speaker === sessionUpdate) story[story.length - 1] += text;
      else story.push(`${String(sessionUpdate)} ${text}`);
      speaker = String(sessionUpdate);
    }
  }
  return story;
}

interface Subject {
  readonly claim: (typeof CLAIMS)[number];
  readonly model: () => Model;
  readonly archive?: SessionArchive;
}

/** Has a session live, closes it and loads it on another connection. */
async function showTwice(
  { claim, model, archive = createMemoryArchive() }: Subject,
  live: (client: SessionsClient, sessionId: string) => Promise<void>,
) {
  await using first = await connectSessions({ claim, archive, model: model() });
  const sessionId = await first.create(root);
  await live(first, sessionId);
  await first.close(sessionId);
  await using second = await connectSessions({ claim, archive, model: model() });
  await second.load(sessionId, root);
  return {
    shown: toCards(first.events),
    shownAgain: toCards(second.events),
    told: toStory(first.updates),
    toldAgain: toStory(second.updates),
  };
}

const COMMANDS = [
  "echo one; echo two >&2",
  "exit 3",
  "kill -TERM $$",
  "printf '```\\n'",
  "cat /etc/hostname",
  "no-such-program-at-all",
  "seq 1 20000",
  "printf 'no line end'",
  "printf '\\033[31mred\\033[0m\\r\\nnext'",
  "for i in 1 2 3; do printf '\\r%d of 3' $i; done; echo",
  "true",
].join("\n");

describe.each(CLAIMS)("a session loaded by a client that claims %s", (claim) => {
  it("shows what was shown live (cases 82, 87)", async () => {
    const again = await showTwice({ claim, model: createLineModel }, async (client, sessionId) => {
      await client.prompt(sessionId, COMMANDS);
      await client.prompt(sessionId, "echo again");
    });
    expect(again.shown.length).toBe(12);
    expect(again.shownAgain).toEqual(again.shown);
    const isTheirs = (line: string): boolean => line.startsWith("user_");
    expect(again.toldAgain.filter((line) => !isTheirs(line))).toEqual(
      again.told.filter((line) => !isTheirs(line)),
    );
  });

  it("has every byte of what is no text, where bytes are told, and the same text elsewhere", async () => {
    const command = `printf '\\377\\000\\200a\\302'; head -c 3000 /dev/urandom`;
    const { shown, shownAgain } = await showTwice(
      { claim, model: createShellModel },
      async (client, sessionId) => client.prompt(sessionId, command),
    );
    expect(shown.length).toBe(1);
    expect(shownAgain).toEqual(shown);
  });

  it("says of a terminal what size it had, and what ended it", async () => {
    const { shown, shownAgain } = await showTwice(
      { claim, model: createArgumentsModel },
      async (client, sessionId) => {
        await client.prompt(sessionId, JSON.stringify({ command: "stty size", tty: true }));
        await client.prompt(sessionId, JSON.stringify({ command: "sleep 60", timeoutMs: 100 }));
      },
    );
    expect(shown).toMatchObject([{}, { ending: { cause: "timeout", signal: "SIGTERM" } }]);
    expect(shownAgain).toEqual(shown);
  });

  it("has the end of a long output, and says how much is missing before it (cases 116, 120)", async () => {
    const { shown, shownAgain } = await showTwice(
      { claim, model: createShellModel },
      async (client, sessionId) => client.prompt(sessionId, "seq 1 100000"),
    );
    const whole = String(shown[0]?.output);
    const kept = String(shownAgain[0]?.output)
      .split(/bytes (?:not shown|omitted)[^\n]*\n/u)
      .at(-1);
    expect(whole.length).toBeGreaterThan(500_000);
    expect(kept?.length).toBeGreaterThan(100_000);
    expect(whole.endsWith(kept ?? "?")).toBe(true);
    expect(shownAgain[0]).toMatchObject({
      lostBytes: 588_895 - (kept?.length ?? 0),
      ending: { kind: "exited", code: 0, cause: "exit" },
    });
  });

  it("shows a call that was not allowed as one that did not run", async () => {
    const { shown, shownAgain, told, toldAgain } = await showTwice(
      { claim, model: createLineModel },
      async (client, sessionId) => {
        await client.setMode(sessionId, "ask");
        await client.prompt(sessionId, "echo never");
      },
    );
    expect(shownAgain).toEqual(shown);
    expect(toldAgain.filter((line) => line.startsWith("card"))).toEqual(
      told.filter((line) => line.startsWith("card")),
    );
    expect(JSON.stringify(shownAgain)).not.toContain('"exited"');
  });
});

describe.each(["zed", "v2"] as const)(
  "a job of a session loaded by a client that claims %s",
  (claim) => {
    const go = join(root, "go");
    beforeEach(() => rmSync(go, { force: true }));
    afterEach(() => rmSync(go, { force: true }));

    it("has its output and its end, which came after its call (case 73)", async () => {
      const { shown, shownAgain } = await showTwice(
        { claim, model: createArgumentsModel },
        async (client, sessionId) => {
          const command = `echo before; until [ -e ${go} ]; do sleep 0.02; done; echo after; exit 4`;
          await client.prompt(sessionId, JSON.stringify({ command, run_in_background: true }));
          writeFileSync(go, "");
          await expect.poll(() => toCards(client.events)[0]?.ending).not.toBeNull();
        },
      );
      expect(shown).toMatchObject([
        { output: "before\nafter\n", ending: { kind: "exited", code: 4, cause: "exit" } },
      ]);
      expect(shownAgain).toEqual(shown);
    });

    it("that ran when its agent was killed ended without anybody to see it (cases 73, 168)", async () => {
      const archive = createMemoryArchive();
      const model = createArgumentsModel;
      await using first = await connectSessions({ claim, archive, model: model() });
      const sessionId = await first.create(root);
      const command = "sleep 600";
      await first.prompt(sessionId, JSON.stringify({ command, run_in_background: true }));
      await first.close(sessionId);
      const killed = createMemoryArchive();
      {
        await using log = await archive.openLog(sessionId);
        await using copy = await killed.createLog({ sessionId, cwd: root });
        const kept = log.events.filter(({ type }) => type !== "terminal-ended");
        for (const event of kept) await copy.append(event);
      }
      await using second = await connectSessions({ claim, archive: killed, model: model() });
      await second.load(sessionId, root);
      expect(toCards(second.events)).toMatchObject([
        { command, cwd: root, durationMs: null, ending: { kind: "lost", cause: "disconnected" } },
      ]);
    });

    it("that ran when the session was closed was stopped then", async () => {
      const { shown, shownAgain } = await showTwice(
        { claim, model: createArgumentsModel },
        async (client, sessionId) => {
          const command = `echo $$ > ${go}; exec sleep 600`;
          await client.prompt(sessionId, JSON.stringify({ command, run_in_background: true }));
          await expect.poll(() => existsSync(go)).toBe(true);
        },
      );
      expect(shown).toMatchObject([{ ending: { kind: "signaled", cause: "stopped" } }]);
      expect(shownAgain).toEqual(shown);
    });
  },
);

describe.each(CLAIMS)("a session of a thousand commands for a client that claims %s", (claim) => {
  it("is loaded and shown again in seconds of processors, give or take a slow machine", async () => {
    const archive = createFileArchive({ processes, directory: join(root, `thousand-${claim}`) });
    const sessionId = "sess_thousand-commands";
    await writeThousand(archive, sessionId);
    await using later = await connectSessions({ claim, archive, model: createShellModel() });
    const [started, startedCpu] = [performance.now(), process.cpuUsage()];
    await later.load(sessionId, root);
    const tookMs = performance.now() - started;
    const { user, system } = process.cpuUsage(startedCpu);
    const cpuMs = Math.round((user + system) / 1000);
    const cards = toCards(later.events);
    expect(cards.length).toBe(1000);
    expect(cards.at(-1)).toMatchObject({
      command: "echo 999",
      ending: { kind: "exited", code: 0, cause: "exit" },
    });
    process.stderr.write(
      `    ${claim}: 1,000 commands were shown again in ${Math.round(tookMs)} ms, ${cpuMs} ms of processors\n`,
    );
    // Of agent and client together, whatever else the machine does; the agent's part is a fifth to a half.
    expect(cpuMs).toBeLessThan(10_000);
  }, 180_000);
});

async function writeThousand(archive: SessionArchive, sessionId: string): Promise<void> {
  const memory = createMemoryArchive();
  await using live = await connectSessions({
    claim: "zed",
    archive: memory,
    model: createShellModel(),
  });
  const sample = await live.create(root);
  await live.prompt(sample, "seq 1 200");
  await live.close(sample);
  await using one = await memory.openLog(sample);
  const ended = one.events.filter(({ type }) => type.endsWith("-ended") && type !== "turn-ended");
  expect(ended.map(({ type }) => type)).toEqual(["terminal-ended", "call-ended"]);
  await using log = await archive.createLog({ sessionId, cwd: root });
  await log.append({ type: "title-changed", title: "thousand" });
  for (let index = 0; index < 1000; index++) {
    const text = `echo ${index}`;
    const callId = `call_${index}`;
    const calls = [{ callId, name: "bash", input: { command: text } }];
    await log.append({ type: "prompt", text, messageId: null });
    await log.append({ type: "answer", parts: [], calls, replay: null });
    await log.append({ type: "call-started", callId });
    for (const event of ended) await log.append({ ...event, callId } as typeof event); // the same with another id
  }
}
