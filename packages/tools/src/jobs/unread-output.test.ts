import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputLog } from "@termwire/terminal";
import { createUnreadOutput } from "./unread-output.ts";

const LIMITS = { headBytes: 100, tailBytes: 100 };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe("a reader's place in an output", () => {
  it("moves on with what is taken, and other readers have their own", () => {
    const log = createOutputLog(1_000);
    const [one, other] = [createUnreadOutput(log, 0), createUnreadOutput(log, 2)];
    log.append(encode("abcd"));
    expect([one.bytes, other.bytes]).toEqual([4, 2]);
    expect(decode(one.take(LIMITS, false).head)).toBe("abcd");
    expect(decode(one.take(LIMITS, false).head)).toBe("");
    expect(decode(other.take(LIMITS, false).head)).toBe("cd");
    expect([one.bytes, other.bytes]).toEqual([0, 0]);
  });

  it("counts what the log has lost as omitted, also when all of it is", () => {
    const log = createOutputLog(4);
    const unread = createUnreadOutput(log, 0);
    log.append(encode("abcdefghij"));
    expect(unread.take(LIMITS, false)).toMatchObject({ omittedBytes: 6, totalBytes: 10 });
    log.append(encode("klmnopqr\u001B[0"));
    const kept = unread.take(LIMITS, false);
    expect(kept).toMatchObject({ totalBytes: 8 });
    expect(decode(kept.tail)).toBe("r");
    expect(unread.bytes).toBe(3);
  });

  it("keeps back what is not whole yet, until nothing can follow", () => {
    const log = createOutputLog(100);
    const unread = createUnreadOutput(log, 0);
    log.append(encode("a\u001B[3"));
    expect(decode(unread.take(LIMITS, false).head)).toBe("a");
    expect(unread.take(LIMITS, false).totalBytes).toBe(0);
    expect(decode(unread.take(LIMITS, true).head)).toBe("\u001B[3");
  });

  it("can be moved forward, never back and never beyond the end", () => {
    const log = createOutputLog(100);
    const unread = createUnreadOutput(log, 0);
    log.append(encode("abcd"));
    unread.skipTo(3);
    unread.skipTo(1);
    expect(unread.bytes).toBe(1);
    unread.skipTo(50);
    expect(unread.bytes).toBe(0);
  });

  it("gives every byte once, in order, whatever comes when", () => {
    const piece = fc.oneof(fc.string({ unit: "binary", maxLength: 5 }), fc.constant("\u001B[31m"));
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 20 }), (pieces) => {
        const log = createOutputLog(10_000);
        const unread = createUnreadOutput(log, 0);
        const limits = { headBytes: 10_000, tailBytes: 0 };
        const taken: Uint8Array[] = [];
        for (const [text, isRead] of pieces) {
          log.append(encode(text));
          if (isRead) taken.push(unread.take(limits, false).head);
        }
        taken.push(unread.take(limits, true).head);
        const all = encode(pieces.map(([text]) => text).join(""));
        expect(taken.flatMap((bytes) => [...bytes])).toEqual([...all]);
      }),
    );
  });
});
