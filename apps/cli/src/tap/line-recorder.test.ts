import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineRecorder } from "./line-recorder.ts";

function record(chunks: readonly Uint8Array[], maxLineBytes?: number): string[] {
  const records: string[] = [];
  const recorder = createLineRecorder("a2c", {
    elapsedMs: () => 12.4,
    write: (line) => void records.push(line),
    ...(maxLineBytes !== undefined && { maxLineBytes }),
  });
  for (const chunk of chunks) recorder.take(chunk);
  recorder.end();
  return records;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("createLineRecorder", () => {
  it("records a message as it passed, members, spaces and big numbers included", () => {
    expect(record([bytes('{"id":  12345678901234567890}\r\n')])).toEqual([
      '{"t": 12, "dir": "a2c", "msg": {"id":  12345678901234567890}}\n',
    ]);
  });

  it("records what is no message as text, and what is no text as base64", () => {
    expect(record([bytes("starting…\n"), Uint8Array.of(0xff, 0x0a)])).toEqual([
      '{"t": 12, "dir": "a2c", "raw": "starting…"}\n',
      '{"t": 12, "dir": "a2c", "raw64": "/w=="}\n',
    ]);
  });

  it("records an unfinished last line, and nothing for empty lines", () => {
    expect(record([bytes("\n\n{}")])).toEqual(['{"t": 12, "dir": "a2c", "msg": {}}\n']);
  });

  it("records a line beyond the bound in parts, so that it is never held", () => {
    expect(record([bytes("abcdef"), bytes("gh\n")], 4)).toEqual([
      '{"t": 12, "dir": "a2c", "raw": "abcd"}\n',
      '{"t": 12, "dir": "a2c", "raw": "efgh"}\n',
    ]);
  });

  it("does not hold on to a chunk, which its owner may use again", () => {
    const chunk = bytes('{"a"');
    const records: string[] = [];
    const write = (line: string): void => void records.push(line);
    const recorder = createLineRecorder("c2a", { elapsedMs: () => 0, write });
    recorder.take(chunk);
    chunk.fill(0);
    recorder.take(bytes(":1}\n"));
    expect(records).toEqual(['{"t": 0, "dir": "c2a", "msg": {"a":1}}\n']);
  });

  it("records the same however the bytes are cut into chunks", () => {
    fc.assert(
      fc.property(fc.array(fc.json()), fc.nat(7), (messages, size) => {
        const all = bytes(messages.map((message) => `${message}\n`).join(""));
        const chunks: Uint8Array[] = [];
        for (let from = 0; from < all.length; from += size + 1) {
          chunks.push(all.slice(from, from + size + 1));
        }
        expect(record(chunks)).toEqual(record([all]));
      }),
    );
  });
});
