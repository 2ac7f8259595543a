import { describe, expect, it } from "vitest";
import { createOutputLog, toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { followTerminal } from "./follow-terminal.ts";

const id = toTerminalId("t1");

function startFollowing(limitBytes = 1024 * 1024) {
  const log = createOutputLog(limitBytes);
  const stop = new AbortController();
  const events: TerminalEvent[] = [];
  const done = followTerminal(id, log, {
    offset: 0,
    emit: (event) => events.push(event),
    signal: stop.signal,
  });
  return { log, stop, events, done };
}

function readText(events: readonly TerminalEvent[]): string {
  const chunks = events.flatMap((event) => ("bytes" in event ? [event.bytes] : []));
  return Buffer.concat(chunks).toString();
}

describe("followTerminal", () => {
  it("passes on every byte in order until the log has ended", async () => {
    const { log, events, done } = startFollowing();
    let printed = "";
    for (let round = 0; round < 200; round++) {
      const text = `${round} `.repeat(round * 3);
      printed += text;
      log.append(Buffer.from(text));
      if (round % 7 === 0) await new Promise(setImmediate);
    }
    log.end();
    await done;
    expect(readText(events)).toBe(printed);
  });

  it("takes a flood before the log lets go of it", async () => {
    const { log, events, done } = startFollowing();
    const chunk = new Uint8Array(64 * 1024).fill(0x61);
    for (let round = 0; round < 400; round++) {
      log.append(chunk);
      await new Promise(setImmediate);
    }
    log.end();
    await done;
    expect(events.filter(({ type }) => type === "output-lost")).toEqual([]);
    expect(readText(events).length).toBe(400 * chunk.length);
  });

  it("says how much the log let go of unseen", async () => {
    const { log, events, done } = startFollowing(4);
    log.append(Buffer.from("0123456789"));
    log.end();
    await done;
    expect(events).toEqual([
      { type: "output-lost", id, lostBytes: 6 },
      { type: "output-appended", id, bytes: new Uint8Array(Buffer.from("6789")) },
    ]);
  });

  it("shows what comes little by little, each within its frame", async () => {
    const { log, events, stop, done } = startFollowing();
    for (let round = 0; round < 20; round++) {
      log.append(Buffer.from("."));
      const seen = readText(events).length;
      while (readText(events).length === seen) await new Promise((later) => setTimeout(later, 1));
    }
    stop.abort();
    await done;
    expect(readText(events)).toBe(".".repeat(20));
  });

  it("passes on what is there when it is told to stop", async () => {
    const { log, stop, events, done } = startFollowing();
    log.append(Buffer.from("a"));
    await new Promise(setImmediate);
    log.append(Buffer.from("b"));
    stop.abort();
    await done;
    expect(readText(events)).toBe("ab");
  });

  it("goes on where it was left", async () => {
    const { log, stop, events, done } = startFollowing();
    log.append(Buffer.from("before "));
    await new Promise(setImmediate);
    stop.abort();
    const offset = await done;
    expect(offset).toBe(7);
    log.append(Buffer.from("after"));
    log.end();
    const emit = (event: TerminalEvent): void => void events.push(event);
    await followTerminal(id, log, { offset, emit, signal: new AbortController().signal });
    expect(readText(events)).toBe("before after");
  });
});
