import { describe, expect, it } from "vitest";
import { createOutputLog, toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { displayTerminals } from "../../client/display-terminals.ts";
import type { CallEnd, TerminalCall } from "../terminal-encoder.ts";
import type { TerminalEnd } from "../terminal-end.ts";
import { createV2Encoder } from "./encode.ts";

const call: TerminalCall = {
  toolCallId: "call_1",
  command: "npm test",
  cwd: "/p",
  description: "Run the tests",
  background: false,
  look: null,
};
const started = { id: toTerminalId("term_runner"), cwd: "/p", size: null, stdin: "null" } as const;
const clean: TerminalEnd = {
  exitCode: 0,
  signal: null,
  cause: "exit",
  durationMs: 12,
  sandboxDenial: null,
};
const encoder = new TextEncoder();

/** What goes over the wire for a command that prints `chunks` and ends, or never runs. */
async function encode(chunks: readonly Uint8Array[], end: CallEnd) {
  const subject = createV2Encoder(call);
  const log = createOutputLog(1024);
  const sent = [subject.announce("in_progress")];
  if (end.kind === "terminal") sent.push(...subject.encodeStart(started));
  for (const chunk of chunks) {
    const offset = log.endOffset;
    log.append(chunk);
    sent.push(...(await subject.encodeOutput(log.read(offset), log)));
  }
  return [...sent, ...(await subject.encodeEnd(end, log))];
}

/** What a client makes of it. */
function decode(updates: readonly unknown[]): TerminalEvent[] {
  const events: TerminalEvent[] = [];
  const decoder = displayTerminals({ onEvent: ({ event }) => events.push(event), nowMs: () => 0 });
  decoder.receive({ id: 0, result: { protocolVersion: 2 } });
  for (const update of updates) {
    decoder.receive({ method: "session/update", params: { sessionId: "s", update } });
  }
  return events;
}

function toBytes(events: readonly TerminalEvent[]): Buffer {
  return Buffer.concat(
    events
      .map((event) => (event.type === "output-appended" ? event.bytes : []))
      .map((part) => Buffer.from(part)),
  );
}

describe("the v2 dialect on the wire", () => {
  it("case 84: makes the terminal when its command starts, and embeds it in its call then", async () => {
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "" };
    const updates = await encode([encoder.encode("hi\n")], end);
    expect(updates).toMatchObject([
      {
        sessionUpdate: "tool_call_update",
        toolCallId: "call_1",
        title: "npm test",
        kind: "execute",
        status: "in_progress",
        content: [{ type: "content", content: { type: "text", text: "Run the tests" } }],
        rawInput: { command: "npm test", cwd: "/p" },
      },
      {
        sessionUpdate: "terminal_update",
        terminalId: "term_call_1",
        command: "npm test",
        cwd: "/p",
        capabilities: { cancel: {} },
      },
      {
        sessionUpdate: "tool_call_update",
        content: [{ type: "content" }, { type: "terminal", terminalId: "term_call_1" }],
      },
      { sessionUpdate: "terminal_output_chunk", terminalId: "term_call_1", data: "aGkK" },
      {
        sessionUpdate: "terminal_update",
        exitStatus: { exitCode: 0 },
        capabilities: null,
        _meta: { termwire: { cause: "exit", durationMs: 12 } },
      },
      { sessionUpdate: "tool_call_update", status: "completed", capabilities: null },
    ]);
  });

  it("leaves every byte as it was printed, and tells the size of a terminal", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const subject = createV2Encoder(call);
    const [made] = subject.encodeStart({ ...started, size: { cols: 80, rows: 24 } });
    expect(made).toMatchObject({ size: { cols: 80, rows: 24 } });
    const log = createOutputLog(1000);
    log.append(bytes);
    const [chunk] = await subject.encodeOutput(log.read(0), log);
    expect(chunk).toMatchObject({ data: Buffer.from(bytes).toString("base64") });
  });

  it("starts anew for a reader too slow for the log, and says what it starts without", async () => {
    const subject = createV2Encoder(call);
    const log = createOutputLog(4);
    const updates = [subject.announce("in_progress"), ...subject.encodeStart(started)];
    log.append(encoder.encode("ab"));
    updates.push(...(await subject.encodeOutput(log.read(0), log)));
    log.append(encoder.encode("cdefghij"));
    const late = await subject.encodeOutput(log.read(2), log);
    expect(late).toMatchObject([
      {
        sessionUpdate: "terminal_update",
        output: { data: Buffer.from("ghij").toString("base64") },
        _meta: { termwire: { omittedBytes: 6 } },
      },
    ]);
    log.append(encoder.encode("k"));
    updates.push(...late, ...(await subject.encodeOutput(log.read(10), log)));
    const events = decode(updates);
    const lost = events.filter((event) => event.type === "output-lost");
    expect(toBytes(events).toString().endsWith("ghijk")).toBe(true);
    expect(lost.length).toBe(1);
  });

  it("case 87: shows a call from the log with its terminal, whole and ended", async () => {
    const subject = createV2Encoder(call);
    const end: CallEnd = { kind: "terminal", end: clean, failed: false, output: "hi\n" };
    expect(await subject.encodeEnd(end, null)).toMatchObject([
      {
        sessionUpdate: "terminal_update",
        command: "npm test",
        cwd: "/p",
        output: { data: "aGkK" },
        exitStatus: { exitCode: 0 },
      },
      { content: [{ type: "content" }, { type: "terminal" }], status: "completed" },
    ]);
  });

  it("tells the end of a terminal that outlived its call without a word about the call", async () => {
    const subject = createV2Encoder(call);
    subject.encodeStart(started);
    const log = createOutputLog(10);
    expect(await subject.encodeDetach("", log)).toMatchObject([{ status: "completed" }]);
    const end: CallEnd = { kind: "terminal", end: clean, failed: true, output: "" };
    const updates = await subject.encodeEnd(end, log);
    expect(updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual(["terminal_update"]);
  });

  it("makes no terminal for a command that was denied", async () => {
    const end: CallEnd = {
      kind: "failure",
      text: "Not run: no",
      reason: "Not run: no",
      cause: "denied",
    };
    const updates = await encode([], end);
    expect(JSON.stringify(updates)).not.toContain("terminal");
    expect(updates.at(-1)).toMatchObject({ status: "failed", rawOutput: { cause: "denied" } });
  });
});
