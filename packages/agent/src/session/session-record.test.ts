import { describe, expect, it } from "vitest";
import type { SessionLog } from "./session-archive.ts";
import type { SessionEvent } from "./session-event.ts";
import { createSessionRecord } from "./session-record.ts";

const prompt = (text: string): SessionEvent => ({ type: "prompt", text, messageId: null });

function createLog(append: (event: SessionEvent) => Promise<void>) {
  const state = { disposals: 0 };
  const log: SessionLog = {
    events: [prompt("earlier")],
    notes: ["a line was lost"],
    append,
    async [Symbol.asyncDispose]() {
      state.disposals += 1;
    },
  };
  return { log, state };
}

describe("the record of a session", () => {
  it("begins with what the log had, and what was wrong with it", () => {
    const { log } = createLog(async () => undefined);
    const record = createSessionRecord(log);
    expect(record.events).toEqual([prompt("earlier")]);
    expect(record.takeNotes()).toEqual(["a line was lost"]);
    expect(record.takeNotes()).toEqual([]);
  });

  it("gives the log its events in their order, one at a time", async () => {
    const written: string[] = [];
    let writing = 0;
    const { log } = createLog(async (event) => {
      writing += 1;
      expect(writing).toBe(1);
      await Promise.resolve();
      if (event.type === "prompt") written.push(event.text);
      writing -= 1;
    });
    const record = createSessionRecord(log);
    await Promise.all(["a", "b", "c"].map((text) => record.add(prompt(text))));
    expect(written).toEqual(["a", "b", "c"]);
  });

  it("goes on without a log that fails, writes no more, and says so once", async () => {
    let attempts = 0;
    const { log } = createLog(async () => {
      attempts += 1;
      throw new Error("ENOSPC: no space left on device");
    });
    const record = createSessionRecord(log);
    record.takeNotes();
    await record.add(prompt("a"));
    await record.add(prompt("b"));
    expect(attempts).toBe(1);
    expect(record.events.length).toBe(3);
    expect(record.takeNotes()).toEqual([
      "This session is not kept from here on: ENOSPC: no space left on device.",
    ]);
  });

  it("closes its log, also one that has failed, after what is being written, once", async () => {
    let written = 0;
    const { log, state } = createLog(async () => {
      await Promise.resolve();
      expect(state.disposals).toBe(0);
      written += 1;
      throw new Error("full");
    });
    const record = createSessionRecord(log);
    void record.add(prompt("a"));
    await record[Symbol.asyncDispose]();
    await record[Symbol.asyncDispose]();
    await record.add(prompt("too late"));
    expect([written, state.disposals]).toEqual([1, 1]);
  });

  it("without a log keeps everything in memory", async () => {
    const record = createSessionRecord(null, ["not kept"]);
    await record.add(prompt("a"));
    expect(record.events).toEqual([prompt("a")]);
    expect(record.takeNotes()).toEqual(["not kept"]);
  });
});
