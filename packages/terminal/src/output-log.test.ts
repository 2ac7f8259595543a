import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createOutputLog, type OutputLog } from "./output-log.ts";
import { TerminalError } from "./terminal-error.ts";

/** The block size of the log: sizes around it are where a ring goes wrong. */
const BLOCK_BYTES = 64 * 1024;

/** Bytes whose value says where they are, so that a byte in the wrong place shows. 251 is prime to any block size. */
const pattern = (length: number, from = 0) =>
  Uint8Array.from({ length }, (_, index) => (from + index) % 251);

/** The log as one array that is cut: slow, obvious. */
function createModel(limitBytes: number) {
  let all: number[] = [];
  return {
    append: (bytes: Uint8Array) => {
      all = [...all, ...bytes];
    },
    read: (offset: number, maxBytes: number) => {
      const start = Math.max(offset, all.length - limitBytes, 0);
      const next = Math.min(all.length, start + maxBytes);
      return {
        bytes: Uint8Array.from(all.slice(start, next)),
        start,
        next,
        lostBytes: start - offset,
      };
    },
    get endOffset() {
      return all.length;
    },
    get startOffset() {
      return Math.max(0, all.length - limitBytes);
    },
  };
}

/** Everything a reader gets by reading on until the end. */
function readAll(log: OutputLog, offset = 0, maxBytes?: number) {
  const slices = [];
  for (let at = offset; at < log.endOffset;) {
    const slice = log.read(at, maxBytes);
    slices.push(slice);
    at = slice.next;
  }
  return slices;
}

/** True once `promise` has settled, after every job that was already due has run. */
async function isSettled(promise: Promise<unknown>) {
  const pending = Symbol("pending");
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise.catch(() => null), Promise.resolve(pending)])) !== pending;
}

describe("an output log", () => {
  it("starts empty, at offset 0, and not ended", () => {
    const log = createOutputLog(10);
    expect(log).toMatchObject({ limitBytes: 10, startOffset: 0, endOffset: 0, ended: false });
    expect(log.read(0)).toEqual({ bytes: new Uint8Array(0), start: 0, next: 0, lostBytes: 0 });
  });

  it.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])("refuses a limit of %d bytes", (limitBytes) => {
    expect(() => createOutputLog(limitBytes)).toThrow(
      expect.objectContaining({ code: "invalid-limit", facts: { limitBytes } }),
    );
  });

  it("copies what it is given and what it gives", () => {
    const log = createOutputLog(4);
    const given = Uint8Array.of(1, 2, 3);
    log.append(given);
    given.fill(9);
    log.read(0).bytes.fill(9);
    expect(log.read(0).bytes).toEqual(Uint8Array.of(1, 2, 3));
  });

  it("keeps nothing at a limit of 0 and still counts exactly", () => {
    const log = createOutputLog(0);
    log.append(pattern(5));
    log.append(pattern(BLOCK_BYTES + 1));
    expect(log).toMatchObject({ startOffset: BLOCK_BYTES + 6, endOffset: BLOCK_BYTES + 6 });
    expect(log.read(2)).toEqual({
      bytes: new Uint8Array(0),
      start: BLOCK_BYTES + 6,
      next: BLOCK_BYTES + 6,
      lostBytes: BLOCK_BYTES + 4,
    });
  });

  it.each([
    ["one byte under its limit", 7, 0],
    ["exactly its limit", 8, 0],
    ["one byte over its limit", 9, 1],
    ["twice its limit", 16, 8],
  ])("given %s loses what is over, oldest first", (_, length, lostBytes) => {
    const log = createOutputLog(8);
    log.append(pattern(length));
    expect(log.read(0)).toEqual({
      bytes: pattern(length - lostBytes, lostBytes),
      start: lostBytes,
      next: length,
      lostBytes,
    });
  });

  it.each([1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES + 7])(
    "of %d bytes holds the newest of one huge chunk",
    (limitBytes) => {
      const log = createOutputLog(limitBytes);
      const length = 5 * BLOCK_BYTES + 3;
      log.append(pattern(length));
      const { bytes, start } = log.read(log.startOffset);
      expect(start).toBe(length - limitBytes);
      expect(Buffer.compare(bytes, pattern(limitBytes, start))).toBe(0);
    },
  );

  it("holds the newest of many tiny chunks, over several rounds of its ring", () => {
    const limitBytes = BLOCK_BYTES + 5;
    const log = createOutputLog(limitBytes);
    const length = 4 * BLOCK_BYTES;
    for (let at = 0; at < length; at += 8) log.append(pattern(8, at));
    expect(log.endOffset).toBe(length);
    const { bytes, start } = log.read(0);
    expect(Buffer.compare(bytes, pattern(limitBytes, start))).toBe(0);
  });

  it("equals the naive log for any chunks, any limit and any reads in between", () => {
    const action = fc.oneof(
      fc.record({ append: fc.uint8Array({ maxLength: 12 }) }),
      fc.record({ back: fc.nat(40), maxBytes: fc.option(fc.nat(20), { nil: undefined }) }),
    );
    fc.assert(
      fc.property(fc.nat(12), fc.array(action, { maxLength: 60 }), (limitBytes, actions) => {
        const log = createOutputLog(limitBytes);
        const model = createModel(limitBytes);
        for (const step of actions) {
          if ("append" in step) {
            log.append(step.append);
            model.append(step.append);
            continue;
          }
          const offset = Math.max(0, model.endOffset - step.back);
          const expected = model.read(offset, step.maxBytes ?? Number.MAX_SAFE_INTEGER);
          expect(log.read(offset, step.maxBytes)).toEqual(expected);
        }
        expect(log.startOffset).toBe(model.startOffset);
        expect(log.endOffset).toBe(model.endOffset);
      }),
      { numRuns: 300 },
    );
  });

  it("equals the naive log for chunks and limits around its block size", () => {
    const size = fc.integer({ min: -3, max: 3 }).map((near) => BLOCK_BYTES + near);
    const limit = fc.constantFrom(1, 2, 3).chain((blocks) => size.map((bytes) => blocks * bytes));
    fc.assert(
      fc.property(limit, fc.array(size, { minLength: 1, maxLength: 6 }), (limitBytes, sizes) => {
        const log = createOutputLog(limitBytes);
        for (const length of sizes) log.append(pattern(length, log.endOffset));
        const { bytes, start, next } = log.read(log.startOffset);
        expect(next).toBe(sizes.reduce((sum, length) => sum + length, 0));
        expect(start).toBe(Math.max(0, next - limitBytes));
        expect(Buffer.compare(bytes, pattern(next - start, start))).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});

describe("readers", () => {
  it("take no byte from one another", () => {
    const log = createOutputLog(100);
    log.append(pattern(30));
    for (let reader = 0; reader < 3; reader++) {
      expect(log.read(0, 10)).toMatchObject({ bytes: pattern(10), next: 10 });
    }
    expect(log.read(20).bytes).toEqual(pattern(10, 20));
  });

  it("get every kept byte once when they read on, whatever the size of their reads", () => {
    const log = createOutputLog(50);
    log.append(pattern(80));
    for (const maxBytes of [1, 7, 50, 51, undefined]) {
      const slices = readAll(log, 0, maxBytes);
      expect(Buffer.concat(slices.map(({ bytes }) => bytes))).toEqual(Buffer.from(pattern(50, 30)));
      expect(slices.map(({ lostBytes }) => lostBytes)).toEqual([
        30,
        ...slices.slice(1).map(() => 0),
      ]);
    }
  });

  it("learn what was lost while they were away, each its own count", () => {
    const log = createOutputLog(4);
    log.append(pattern(4));
    const slow = log.read(0, 1).next;
    const fast = log.read(0).next;
    log.append(pattern(6, 4));
    expect(log.read(slow)).toEqual({ bytes: pattern(4, 6), start: 6, next: 10, lostBytes: 5 });
    expect(log.read(fast)).toEqual({ bytes: pattern(4, 6), start: 6, next: 10, lostBytes: 2 });
  });

  it("get nothing for a read of no bytes, and stay where they are", () => {
    const log = createOutputLog(4);
    log.append(pattern(3));
    expect(log.read(1, 0)).toEqual({ bytes: new Uint8Array(0), start: 1, next: 1, lostBytes: 0 });
  });

  it.each([-1, 4, 0.5, Number.NaN])("are refused the offset %d of 3 bytes", (offset) => {
    const log = createOutputLog(8);
    log.append(pattern(3));
    expect(() => log.read(offset)).toThrow(
      expect.objectContaining({ code: "invalid-offset", facts: { offset, endOffset: 3 } }),
    );
  });

  it("may ask for the end itself, before and after bytes come", () => {
    const log = createOutputLog(8);
    log.append(pattern(3));
    expect(log.read(3)).toEqual({ bytes: new Uint8Array(0), start: 3, next: 3, lostBytes: 0 });
  });
});

describe("the end of the output", () => {
  it("may be said twice, keeps what is there, and lets no byte follow", () => {
    const log = createOutputLog(8);
    log.append(pattern(3));
    log.end();
    log.end();
    expect(log.ended).toBe(true);
    expect(log.read(0).bytes).toEqual(pattern(3));
    expect(() => log.append(pattern(1))).toThrow(TerminalError);
    expect(log.endOffset).toBe(3);
  });
});

describe("waiting for news", () => {
  it("resolves at once with true when there already is some", async () => {
    const log = createOutputLog(0);
    log.append(pattern(1));
    expect(await log.waitPast(0)).toBe(true);
    log.end();
    expect(await log.waitPast(0)).toBe(true);
  });

  it("resolves with true when a byte comes, and not before", async () => {
    const log = createOutputLog(8);
    log.append(pattern(2));
    const waiting = log.waitPast(2);
    log.append(new Uint8Array(0));
    expect(await isSettled(waiting)).toBe(false);
    log.append(pattern(1));
    expect(await waiting).toBe(true);
  });

  it("goes on waiting until the offset is passed", async () => {
    const log = createOutputLog(2);
    const waiting = log.waitPast(5);
    log.append(pattern(5));
    expect(await isSettled(waiting)).toBe(false);
    log.append(pattern(1));
    expect(await waiting).toBe(true);
  });

  it("resolves with false when the output ends without news, also when it has ended before", async () => {
    const log = createOutputLog(8);
    const waiting = log.waitPast(0);
    expect(await isSettled(waiting)).toBe(false);
    log.end();
    expect(await waiting).toBe(false);
    expect(await log.waitPast(0)).toBe(false);
  });

  it("wakes everyone who waits, each for its own offset", async () => {
    const log = createOutputLog(8);
    const waits = [0, 0, 1, 2].map((offset) => log.waitPast(offset));
    log.append(pattern(2));
    expect(await Promise.all(waits.slice(0, 3))).toEqual([true, true, true]);
    log.end();
    expect(await waits[3]).toBe(false);
  });

  it("rejects with the reason of its signal, and leaves the others waiting", async () => {
    const log = createOutputLog(8);
    const controller = new AbortController();
    const aborted = log.waitPast(0, controller.signal);
    const other = log.waitPast(0);
    const reason = new Error("turn cancelled");
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    expect(await isSettled(other)).toBe(false);
    log.append(pattern(1));
    expect(await other).toBe(true);
  });

  it("rejects at once for a signal that was aborted before, unless there is news", async () => {
    const log = createOutputLog(8);
    const reason = new Error("too late");
    await expect(log.waitPast(0, AbortSignal.abort(reason))).rejects.toBe(reason);
    log.append(pattern(1));
    expect(await log.waitPast(0, AbortSignal.abort(reason))).toBe(true);
  });

  it("leaves no listener on a signal that outlives the wait", async () => {
    const log = createOutputLog(8);
    const { signal } = new AbortController();
    for (let round = 0; round < 5; round++) {
      const waiting = log.waitPast(round, signal);
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      log.append(pattern(1));
      await waiting;
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
    }
  });
});

describe("a wait that is over", () => {
  it.each(["news", "an abort"])("by %s is not woken again", async (end) => {
    const log = createOutputLog(8);
    const controller = new AbortController();
    const waiting = log.waitPast(0, controller.signal);
    if (end === "news") log.append(pattern(1));
    else controller.abort();
    await waiting.catch(() => null);
    // Waking a wait takes it off its signal.
    const woken = vi.spyOn(controller.signal, "removeEventListener");
    log.append(pattern(1));
    log.end();
    expect(woken).not.toHaveBeenCalled();
  });
});

describe("memory", () => {
  /** Bytes of array buffers this process holds, after what is garbage is gone. */
  const heldBytes = () => {
    globalThis.gc?.();
    return process.memoryUsage().arrayBuffers;
  };

  it("is taken as output comes, not when the log is made", () => {
    const before = heldBytes();
    const log = createOutputLog(1024 ** 3);
    log.append(pattern(10));
    expect(heldBytes() - before).toBeLessThan(1024 ** 2);
    expect(log.endOffset).toBe(10);
  });

  it("stays near the limit however much is printed (case 169)", () => {
    const limitBytes = 4 * BLOCK_BYTES;
    const log = createOutputLog(limitBytes);
    const chunk = pattern(BLOCK_BYTES / 2);
    const before = heldBytes();
    for (let written = 0; written < 64 * 1024 ** 2; written += chunk.length) log.append(chunk);
    expect(heldBytes() - before).toBeLessThanOrEqual(limitBytes + BLOCK_BYTES);
    expect(log.endOffset).toBe(64 * 1024 ** 2);
  });
});
