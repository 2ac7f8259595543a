import { describe, expect, it } from "vitest";
import { createOutputLog, toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { displayTerminals } from "../client/display-terminals.ts";
import type { CallEnd, TerminalCall, TerminalEncoder } from "../dialects/terminal-encoder.ts";
import { createV1Speech } from "./v1/speech.ts";
import { createV2Speech } from "./v2/speech.ts";

type AnyEncoder = TerminalEncoder<Readonly<Record<string, unknown>>>;

const speeches: Readonly<Record<string, (call: TerminalCall) => AnyEncoder>> = {
  meta: (call) =>
    createV1Speech({ kind: "meta", outputKey: "terminal_output" }).createTerminalEncoder(call),
  text: (call) => createV1Speech({ kind: "text" }).createTerminalEncoder(call),
  v2: (call) => createV2Speech().createTerminalEncoder(call),
};

const call: TerminalCall = {
  toolCallId: "c1",
  command: "sed -n 10,20p src/a.ts",
  cwd: "/p",
  description: null,
  background: false,
  look: { kind: "read", locations: [{ path: "/p/src/a.ts", line: 10 }] },
};
const started = { id: toTerminalId("t"), cwd: "/p", size: null, stdin: "null" } as const;

function toEnd(exitCode: number): CallEnd {
  const end = {
    exitCode,
    signal: null,
    cause: "exit",
    durationMs: 4,
    sandboxDenial: null,
  } as const;
  return { kind: "terminal", end, failed: exitCode !== 0, output: "" };
}

async function encode(encoder: AnyEncoder, printed: string, end: CallEnd) {
  const log = createOutputLog(1024);
  const sent = [encoder.announce("in_progress"), ...encoder.encodeStart(started)];
  log.append(new TextEncoder().encode(printed));
  return [...sent, ...(await encoder.encodeEnd(end, log))];
}

function decode(updates: readonly object[], protocolVersion: number): TerminalEvent[] {
  const events: TerminalEvent[] = [];
  const decoder = displayTerminals({ onEvent: ({ event }) => events.push(event) });
  decoder.receive({ id: 0, result: { protocolVersion } });
  for (const update of updates) {
    decoder.receive({ method: "session/update", params: { sessionId: "s", update } });
  }
  return events;
}

describe.each(Object.entries(speeches))(
  "a command that only reads, in the %s dialect",
  (name, create) => {
    it("is a call of that kind at its place, titled by the exact command, and no terminal", async () => {
      const updates = await encode(create(call), "line ten\n", toEnd(0));
      expect(updates[0]).toMatchObject({
        title: call.command,
        kind: "read",
        locations: [{ path: "/p/src/a.ts", line: 10 }],
        rawInput: { command: call.command, cwd: "/p" },
      });
      expect(updates.at(-1)).toMatchObject({
        status: "completed",
        content: [{ content: { text: "```console\nline ten\n```" } }],
        rawOutput: { exitCode: 0, durationMs: 4 },
      });
      expect(JSON.stringify(updates)).not.toContain("erminal_");
      expect(JSON.stringify(updates)).not.toContain('"type":"terminal"');
    });

    it("is a search without a place where it searches", () => {
      const search = { ...call, look: { kind: "search", locations: [] } } as const;
      expect(create(search).announce("pending")).toMatchObject({
        kind: "search",
        status: "pending",
      });
      expect(create(search).announce("pending")).not.toHaveProperty("locations");
    });

    it("looks failed when it failed, and says how", async () => {
      const updates = await encode(create(call), "no such file\n", toEnd(2));
      expect(updates.at(-1)).toMatchObject({ status: "failed", rawOutput: { exitCode: 2 } });
      expect(JSON.stringify(updates.at(-1))).toContain("[exit 2]");
    });

    it("is the same command for a client of ours as any other", async () => {
      const updates = await encode(create(call), "line ten\n", toEnd(0));
      const events = decode(updates, name === "v2" ? 2 : 1);
      expect(events.filter(({ type }) => type !== "terminal-changed")).toMatchObject([
        { type: "terminal-started", command: call.command, cwd: "/p" },
        { type: "output-appended", bytes: new TextEncoder().encode("line ten\n") },
        { type: "terminal-ended", ending: { kind: "exited", code: 0 }, durationMs: 4 },
      ]);
    });

    it("is told in two updates from a log", async () => {
      const bytes = new TextEncoder().encode("line ten\n");
      const kept = { cwd: "/p", size: null, bytes, omittedBytes: 0 };
      const updates = await create(call).encodeReplay({ end: toEnd(0), kept, ranOn: false });
      expect(updates.length).toBe(2);
      expect(decode(updates, name === "v2" ? 2 : 1).at(-1)).toMatchObject({ ending: { code: 0 } });
    });
  },
);

it("is a cancelled call in version 2 when its turn was", async () => {
  const end = toEnd(143);
  if (end.kind !== "terminal") throw new Error("expected the end of a terminal");
  const cancelled = { ...end, end: { ...end.end, cause: "cancelled" } } as const;
  const updates = await encode(createV2Speech().createTerminalEncoder(call), "", cancelled);
  expect(updates.at(-1)).toMatchObject({ status: "cancelled", rawOutput: { cause: "cancelled" } });
});

it("can be cancelled as a call in version 2 until it has ended", async () => {
  const updates = await encode(createV2Speech().createTerminalEncoder(call), "", toEnd(0));
  expect(updates[0]).toMatchObject({ capabilities: { cancel: {} } });
  expect(updates.at(-1)).toMatchObject({ capabilities: null });
});
