import { describe, expect, it } from "vitest";
import { createForkEvents } from "./fork-events.ts";
import type { SessionEvent } from "./session-event.ts";

const prompt = (text: string): SessionEvent => ({ type: "prompt", text, messageId: null });
const ended: SessionEvent = { type: "turn-ended", stopReason: "end_turn" };
const mode: SessionEvent = { type: "setting-changed", settingId: "mode", choiceId: "full" };
const started = (callId: string): SessionEvent => ({ type: "call-started", callId });
const terminal = (callId: string): SessionEvent => ({
  type: "terminal-ended",
  callId,
  terminal: {
    cwd: "/",
    size: null,
    completion: {
      ending: { kind: "exited", code: 0, cause: "exit" },
      durationMs: 1,
      timeout: null,
      sandboxDenial: null,
    },
    output: { omittedBytes: 0, text: "" },
  },
});

const turn = [prompt("a"), started("call_1"), ended];

describe("a fork", () => {
  it("has all of a session that nobody has open, an interrupted turn included", () => {
    const events = [...turn, prompt("b"), started("call_2")];
    expect(createForkEvents(events, { isOpen: false })).toEqual(events);
  });

  it("has the whole turns of one that is open", () => {
    const events = [...turn, prompt("b"), started("call_2"), terminal("call_2")];
    expect(createForkEvents(events, { isOpen: true })).toEqual(turn);
  });

  it("has what happened beside and after them", () => {
    const events = [...turn, terminal("call_1"), mode];
    expect(createForkEvents(events, { isOpen: true })).toEqual(events);
  });

  it("has nothing of a first turn that is at work but what it is called", () => {
    const title: SessionEvent = { type: "title-changed", title: "a" };
    expect(createForkEvents([mode, title, prompt("a")], { isOpen: true })).toEqual([mode, title]);
  });
});
