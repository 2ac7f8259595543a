import { describe, expect, it } from "vitest";
import { toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { createCardRecord } from "../record/card-record.ts";
import { CHINESE } from "../text/chinese.ts";
import { ENGLISH } from "../text/english.ts";
import { readNotices } from "./notices.ts";

const id = toTerminalId("t1");

function noticesOf(events: readonly TerminalEvent[], isPartlyDrawn = false) {
  const record = createCardRecord(10);
  for (const event of events) record.apply(event, 0);
  return readNotices({ text: ENGLISH, record, isPartlyDrawn });
}

describe("the notices of a card", () => {
  it("are none when everything is there", () => {
    expect(noticesOf([{ type: "output-appended", id, bytes: new Uint8Array(10) }])).toEqual([]);
  });

  it("count exactly what was left out before, and what is no longer kept (case 120)", () => {
    const events: TerminalEvent[] = [
      { type: "output-appended", id, bytes: new Uint8Array(12_355) },
      { type: "output-lost", id, lostBytes: 1_000_000 },
    ];
    expect(noticesOf(events)).toEqual([
      "1,000,000 bytes of the output were left out before they came here.",
      "The oldest 12,345 bytes are no longer kept here.",
    ]);
  });

  it("say that more is kept than is drawn", () => {
    expect(noticesOf([], true)).toEqual([
      "Only the newest output is drawn. Copy and download have all that is kept.",
    ]);
  });

  it("say why nothing is known of an ending, and what was odd, with nothing hidden in it", () => {
    const events: TerminalEvent[] = [
      { type: "note-added", id, note: "odd\u202E\u0007" },
      {
        type: "terminal-ended",
        id,
        ending: { kind: "lost", reason: "the agent\nwent", cause: "disconnected" },
        durationMs: null,
      },
    ];
    expect(noticesOf(events)).toEqual([String.raw`the agent\nwent`, String.raw`odd\u202e\x07`]);
  });

  it("are told in the language of the card", () => {
    const record = createCardRecord(0);
    record.apply({ type: "output-appended", id, bytes: new Uint8Array(1234) }, 0);
    const notices = readNotices({ text: CHINESE, record, isPartlyDrawn: false });
    expect(notices).toEqual(["最早的 1,234 字节已不再保留。"]);
  });
});
