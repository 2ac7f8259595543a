import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../session/session-event.ts";
import {
  createLogParser,
  LOG_VERSION,
  renderEvent,
  renderHeader,
  type ParsedLog,
} from "./log-lines.ts";

const at = new Date("2026-01-02T03:04:05.678Z");
const header = { version: LOG_VERSION, sessionId: "sess_12345678", cwd: "/p\n/ü" };

const anyText = fc.string({ unit: "binary", maxLength: 30 });
const anyCall = fc.record({
  callId: anyText,
  name: anyText,
  input: fc.jsonValue({ maxDepth: 2 }),
});
const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.record({ type: fc.constant("prompt" as const), text: anyText, messageId: fc.option(anyText) }),
  fc.record({
    type: fc.constant("answer" as const),
    parts: fc.array(
      fc.record({ type: fc.constantFrom("text" as const, "thought" as const), text: anyText }),
      { maxLength: 3 },
    ),
    calls: fc.array(anyCall, { maxLength: 3 }),
    replay: fc.constant(null),
  }),
  fc.record({
    type: fc.constant("call-ended" as const),
    callId: anyText,
    result: fc.jsonValue({ maxDepth: 2 }),
    text: fc.option(anyText),
  }),
  fc.record({ type: fc.constant("turn-ended" as const), stopReason: anyText }),
);

function toBytes(events: readonly SessionEvent[]): Uint8Array {
  const lines = [renderHeader(header, at), ...events.map((event) => renderEvent(event, at))];
  return new TextEncoder().encode(lines.join(""));
}

function parseLog(...pieces: readonly Uint8Array[]): ParsedLog {
  const parser = createLogParser();
  for (const piece of pieces) parser.apply(piece);
  return parser.read();
}

/** As JSON gives it back. */
const plain = (events: readonly SessionEvent[]): unknown => JSON.parse(JSON.stringify(events));

const prompt = (text: string): SessionEvent => ({ type: "prompt", text, messageId: null });

describe("a log", () => {
  it("gives back what was written, whatever is in it", () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const log = parseLog(toBytes(events));
        expect(log).toMatchObject({ header, skipped: [], tornBytes: 0 });
        expect(plain(log.events)).toMatchObject(plain(events) as object);
        expect(log.events.length).toBe(events.length);
      }),
    );
  });

  it("says the same however it is cut into pieces, also when they share a buffer", () => {
    fc.assert(
      fc.property(fc.array(anyEvent), fc.integer({ min: 1, max: 64 }), (events, pieceBytes) => {
        const bytes = Buffer.concat([toBytes(events), Buffer.from('{"torn')]);
        const parser = createLogParser();
        const buffer = Buffer.alloc(pieceBytes);
        for (let from = 0; from < bytes.length; from += pieceBytes) {
          const length = bytes.copy(buffer, 0, from, from + pieceBytes);
          parser.apply(buffer.subarray(0, length));
        }
        expect(parser.read()).toEqual(parseLog(bytes));
      }),
    );
  });

  it("torn at any byte gives every line before, and counts the rest", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 4 }), (events) => {
        const bytes = toBytes(events);
        for (let length = 0; length <= bytes.length; length++) {
          const torn = bytes.subarray(0, length);
          const log = parseLog(torn);
          const whole = torn.lastIndexOf(0x0a) + 1;
          expect(log.tornBytes).toBe(length - whole);
          expect(log.skipped).toEqual([]);
          expect(log.header === null).toBe(whole === 0);
          expect(log.events.length).toBe(Math.max(0, countLines(torn) - 1));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("torn and then gone on with at the last whole line has every line but the torn one", () => {
    const first = toBytes([prompt("a"), prompt("ü")]);
    for (let cut = toBytes([prompt("a")]).length; cut < first.length; cut++) {
      const { tornBytes } = parseLog(first.subarray(0, cut));
      const kept = first.subarray(0, cut - tornBytes);
      const more = new TextEncoder().encode(renderEvent(prompt("b"), at));
      expect(parseLog(Buffer.concat([kept, more]))).toMatchObject({
        events: [prompt("a"), prompt("b")],
        skipped: [],
        tornBytes: 0,
      });
    }
  });

  it("skips a line it does not understand, by its number, and reads on", () => {
    const text = [
      renderHeader(header, at),
      renderEvent(prompt("a"), at),
      '{"type":"from-the-future","x":1}\n',
      "\0\0\0\0\n",
      "\n",
      renderEvent(prompt("b"), at),
    ].join("");
    expect(parseLog(new TextEncoder().encode(text))).toMatchObject({
      events: [prompt("a"), prompt("b")],
      skipped: [3, 4, 5],
    });
  });

  it("reads anything without failing", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const whole = Buffer.concat([toBytes([]), bytes]);
        expect(parseLog(bytes).tornBytes).toBeLessThanOrEqual(bytes.length);
        expect(parseLog(whole).header).toEqual(header);
      }),
    );
  });

  it.each([
    "",
    "\n",
    "{}\n",
    '{"type":"prompt","text":"x"}\n',
    '{"type":"session-created","version":"1","sessionId":"x","cwd":"/"}\n',
    '{"type":"session-created","version":1,"sessionId":"x"}\n',
  ])("without a beginning is none: %j", (text) => {
    expect(parseLog(new TextEncoder().encode(text))).toMatchObject({ header: null, events: [] });
  });

  it("of a later version is known by its header", () => {
    const text = renderHeader({ ...header, version: 99 }, at);
    expect(parseLog(new TextEncoder().encode(text)).header?.version).toBe(99);
  });

  it("has one line per event, with its kind and time first", () => {
    expect(renderEvent(prompt("a\nb\u2028"), at)).toBe(
      '{"type":"prompt","at":"2026-01-02T03:04:05.678Z","text":"a\\nb\u2028","messageId":null}\n',
    );
  });
});

function countLines(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte === 0x0a).length;
}
