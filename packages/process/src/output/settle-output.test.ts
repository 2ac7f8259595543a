import { describe, expect, it } from "vitest";
import { createOutputLog, type OutputLogWriter } from "@termwire/terminal";
import type { OutputReader } from "./output-pipe.ts";
import { settleOutput } from "./settle-output.ts";

interface Subject {
  readonly log: OutputLogWriter;
  readonly reader: OutputReader;
  readonly end: () => void;
}

/** A reader whose drains are made by the test. */
function createSubject(drain: (subject: Subject) => void = () => undefined): Subject {
  const log = createOutputLog(1000);
  let resolve = (): void => undefined;
  const ended = new Promise<void>((settle) => {
    resolve = settle;
  });
  const end = (): void => {
    log.end();
    resolve();
  };
  const reader: OutputReader = {
    ended,
    drain: async () => drain(subject),
    unref: () => undefined,
    close: end,
  };
  const subject: Subject = { log, reader, end };
  return subject;
}

describe("output that settles", () => {
  it("has settled when it has ended, without a look at who is busy", async () => {
    const { log, reader } = createSubject(({ end }) => end());
    await settleOutput(reader, log, () => {
      throw new Error("asked");
    });
    expect(log.ended).toBe(true);
  });

  it("is waited for while somebody may still pass something on (case 16)", async () => {
    const busy = [true, true, true, false, false, false, false];
    let looks = 0;
    const { log, reader } = createSubject((subject) => {
      if (looks === 4) subject.log.append(Uint8Array.of(1));
    });
    await settleOutput(reader, log, () => busy[looks++] ?? false);
    expect(log.endOffset).toBe(1);
    expect(looks).toBe(6);
  });

  it("is waited for in looks, which a busy machine makes long (case 16)", async () => {
    let looks = 0;
    const { log, reader } = createSubject(({ log: output }) => {
      if (looks === 3) output.append(Uint8Array.of(1));
    });
    await settleOutput(reader, log, () => {
      looks += 1;
      for (const end = performance.now() + 200; performance.now() < end;); // held up
      return looks < 3;
    });
    expect(log.endOffset).toBe(1);
  });

  it("is not waited for any longer when everybody only waits (case 18)", async () => {
    let looks = 0;
    const { log, reader } = createSubject();
    await settleOutput(reader, log, () => {
      looks += 1;
      return false;
    });
    expect(looks).toBe(2);
    expect(log.ended).toBe(false);
  });

  it("is looked at longer where nobody tells who is busy", async () => {
    let looks = 0;
    const { log, reader } = createSubject();
    await settleOutput(reader, log, () => {
      looks += 1;
      return null;
    });
    expect(looks).toBeGreaterThan(2);
  });

  it("is not waited for without end when somebody prints or computes all the time", async () => {
    const { log, reader } = createSubject((subject) => subject.log.append(Uint8Array.of(1)));
    await settleOutput(reader, log, () => true);
    expect(log.endOffset).toBeGreaterThan(1);
  });
});
