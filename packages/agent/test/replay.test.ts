import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { DisplayEvent } from "@termwire/acp/client";
import {
  createHarness,
  createMemoryArchive,
  createShellModel,
  type Model,
  type SessionArchive,
} from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { checkWorkingDirectory, createLocalRunner } from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";
import { connectClient } from "./connect-client.ts";
import { createLineModel } from "./scripted-model.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "termwire-replay-")));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const runner = createLocalRunner();

function createSubject(archive: SessionArchive, model: Model) {
  const tools = createToolRegistry();
  tools.register(createBashTool());
  return createHarness({
    info: { name: "test", title: "Test", version: "0" },
    model,
    tools,
    runner,
    archive,
    permissionMode: "full",
    checkDirectory: checkWorkingDirectory,
  });
}

/** What a person sees of each terminal in the end, however it was streamed. */
function toCards(events: readonly DisplayEvent[]) {
  const cards = new Map<string, { start: unknown; output: string; end: unknown }>();
  for (const { event } of events) {
    const card = cards.get(event.id) ?? { start: null, output: "", end: null };
    cards.set(event.id, card);
    if (event.type === "terminal-started") {
      const { command, cwd } = event;
      card.start = { command, cwd };
    }
    if (event.type === "output-appended") card.output += Buffer.from(event.bytes).toString();
    if (event.type === "output-replaced") card.output = Buffer.from(event.bytes).toString();
    if (event.type === "terminal-ended") {
      const { durationMs } = event;
      card.end = { ...event.ending, durationMs };
    }
  }
  return [...cards].map(([id, card]) => ({ id, ...card }));
}

/** Words and announcements, in order; streamed words joined. */
function toStory(updates: readonly object[]): string[] {
  const story: string[] = [];
  let speaker = "";
  for (const update of updates) {
    const { sessionUpdate, content, toolCallId, title, kind } = update as Record<string, unknown>; // a test's view of any update
    if (sessionUpdate === "tool_call") {
      story.push(`card ${String(toolCallId)} ${String(kind)} ${String(title)}`);
      speaker = "";
    } else if (String(sessionUpdate).endsWith("_chunk")) {
      const { text } = content as { text: string }; // chunks of this agent are text
      if (speaker === sessionUpdate) story[story.length - 1] += text;
      else story.push(`${String(sessionUpdate)} ${text}`);
      speaker = String(sessionUpdate);
    }
  }
  return story;
}

const COMMANDS = [
  "echo one; echo two >&2",
  "exit 3",
  "kill -TERM $$",
  "printf '```\\n'",
  "cat /etc/hostname",
  "no-such-program-at-all",
  "seq 1 20000",
  "true",
].join("\n");

describe.each(["zed", "meta", "text"] as const)(
  "a session loaded by a client that claims %s",
  (claim) => {
    it("shows what was shown live (cases 82, 87)", async () => {
      const archive = createMemoryArchive();
      await using live = await connectClient(createSubject(archive, createLineModel()), { claim });
      const { sessionId } = await live.newSession(root);
      await live.prompt(sessionId, COMMANDS);
      await live.prompt(sessionId, "echo again");
      await live.agent.request("session/close", { sessionId });

      await using later = await connectClient(createSubject(archive, createLineModel()), { claim });
      await later.loadSession(sessionId, root);
      const said = toStory(later.updates);
      expect(said.filter((line) => !line.startsWith("user_message_chunk"))).toEqual(
        toStory(live.updates),
      );
      expect(said.filter((line) => line.startsWith("user_message_chunk"))).toEqual([
        `user_message_chunk ${COMMANDS}`,
        "user_message_chunk echo again",
      ]);
      const shown = toCards(live.events);
      const shownAgain = toCards(later.events);
      expect(shownAgain.length).toBe(9);
      expect(shownAgain).toEqual(shown);
    });
  },
);

describe("a session of a thousand commands", () => {
  it("is loaded and shown again in two seconds, give or take a slow machine", async () => {
    const archive = createFileArchive({ directory: join(root, "thousand") });
    const sessionId = "sess_thousand-commands";
    await writeThousand(archive, sessionId);
    await using later = await connectClient(createSubject(archive, createShellModel()));
    const started = performance.now();
    await later.loadSession(sessionId, root);
    const tookMs = performance.now() - started;
    expect(later.updates.filter((update) => update.sessionUpdate === "tool_call").length).toBe(
      1000,
    );
    expect(toCards(later.events).length).toBe(1000);
    expect(toCards(later.events).at(-1)).toMatchObject({
      start: { command: "echo 999" },
      end: { kind: "exited", code: 0, cause: "exit" },
    });
    process.stderr.write(`    1,000 commands were shown again in ${Math.round(tookMs)} ms\n`);
    expect(tookMs).toBeLessThan(25_000);
  });
});

async function writeThousand(archive: SessionArchive, sessionId: string): Promise<void> {
  const memory = createMemoryArchive();
  await using live = await connectClient(createSubject(memory, createShellModel()));
  const { sessionId: sample } = await live.newSession(root);
  await live.prompt(sample, "seq 1 200");
  await live.agent.request("session/close", { sessionId: sample });
  await using one = await memory.openLog(sample);
  const result = one.events.find((event) => event.type === "call-ended")?.result;
  await using log = await archive.createLog({ sessionId, cwd: root });
  await log.append({ type: "title-changed", title: "thousand" });
  for (let index = 0; index < 1000; index++) {
    const text = `echo ${index}`;
    const callId = `call_${index}`;
    const calls = [{ callId, name: "bash", input: { command: text } }];
    await log.append({ type: "prompt", text, messageId: null });
    await log.append({ type: "answer", parts: [], calls, replay: null });
    await log.append({ type: "call-started", callId });
    await log.append({ type: "call-ended", callId, result, text: null });
  }
}
