import { describe, expect, it } from "vitest";
import { parseSessionEvent, type SessionEvent } from "./session-event.ts";

const EVENTS: readonly SessionEvent[] = [
  { type: "prompt", text: "ls", messageId: "m1" },
  { type: "prompt", text: "", messageId: null, images: [{ mimeType: "image/png", data: "aGk=" }] },
  { type: "command", text: "/jobs", messageId: "m2", reply: "No background jobs." },
  { type: "usage", usedTokens: 120, windowTokens: 1000 },
  { type: "notice", text: "job ended" },
  {
    type: "answer",
    parts: [
      { type: "thought", text: "Hm" },
      { type: "text", text: "Ok" },
    ],
    calls: [{ callId: "call_1", name: "bash", input: { command: "ls" } }],
    replay: { model: "m", content: [1] },
  },
  { type: "answer", parts: [], calls: [], replay: null },
  { type: "call-started", callId: "call_1" },
  { type: "call-retried", callId: "call_1", retryId: "call_2" },
  { type: "call-ended", callId: "call_1", result: null, text: null },
  { type: "call-ended", callId: "call_2", result: { a: [1] }, text: "no" },
  { type: "call-skipped", callId: "call_3", text: "Not run" },
  { type: "terminal-started", callId: "call_1", cwd: "/p", size: null },
  { type: "terminal-started", callId: "call_1", cwd: "/p", size: { cols: 80, rows: 24 } },
  {
    type: "terminal-ended",
    callId: "call_1",
    terminal: {
      cwd: "/p",
      size: { cols: 80, rows: 24 },
      completion: {
        ending: { kind: "exited", code: 3, cause: "exit" },
        durationMs: 5,
        timeout: null,
        sandboxDenial: null,
      },
      output: { omittedBytes: 0, text: "x\n" },
    },
  },
  { type: "turn-ended", stopReason: "end_turn" },
  { type: "setting-changed", settingId: "mode", choiceId: "full" },
  { type: "title-changed", title: "ls" },
];

describe("an event from a log", () => {
  it.each(EVENTS)("is what was written: %j", (event) => {
    expect(parseSessionEvent(JSON.parse(JSON.stringify(event)))).toEqual(event);
  });

  it("may have members of a later version", () => {
    expect(
      parseSessionEvent({ type: "prompt", text: "x", messageId: null, mood: "good" }),
    ).toMatchObject({
      type: "prompt",
      text: "x",
    });
  });

  it.each([
    null,
    42,
    { type: "prompt", text: "x", messageId: null, images: [{ mimeType: "image/png" }] },
    { type: "prompt", text: "x", messageId: null, images: null },
    { type: "usage", usedTokens: "many", windowTokens: 1000 },
    { type: "command", text: "/jobs", messageId: null },
    "prompt",
    [],
    {},
    { type: "later" },
    { type: "toString" },
    { type: "constructor" },
    { type: "prompt" },
    { type: "prompt", text: "x" },
    { type: "prompt", text: 1, messageId: null },
    { type: "answer", parts: [{ type: "song", text: "x" }], calls: [], replay: null },
    { type: "answer", parts: [], calls: [{ name: "x" }], replay: null },
    { type: "answer", parts: [], calls: [], replay: {} },
    { type: "answer", parts: [], calls: [] },
    { type: "call-ended", callId: "a", text: null },
    { type: "call-ended", callId: "a", result: null, text: 1 },
    { type: "setting-changed", settingId: "mode" },
    { type: "terminal-started", callId: "a", cwd: "/p", size: {} },
    { type: "terminal-ended", callId: "a", terminal: { cwd: "/p", size: null } },
  ])("is none: %j", (value) => {
    expect(parseSessionEvent(value)).toBeNull();
  });
});
