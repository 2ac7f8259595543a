import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineRecorder } from "../tap/line-recorder.ts";
import { parseRecord } from "./parse-record.ts";

describe("parseRecord", () => {
  it("reads a message with its time and direction", () => {
    expect(parseRecord('{"t": 5, "dir": "a2c", "msg": {"id": 1}}')).toEqual({
      kind: "message",
      timeMs: 5,
      direction: "a2c",
      message: { id: 1 },
    });
  });

  it("knows what passed without being a message, and blank lines", () => {
    expect(parseRecord('{"t":5,"dir":"c2a","raw":"hello"}')).toEqual({ kind: "raw", timeMs: 5 });
    expect(parseRecord('{"t":5,"dir":"c2a","raw64":"/w=="}')).toEqual({ kind: "raw", timeMs: 5 });
    expect(parseRecord("  ")).toBeNull();
  });

  it.each([
    ["not json", 'expected JSON, got "not json"'],
    ["[]", 'expected "t" in milliseconds, got "undefined"'],
    ["null", 'expected "t" in milliseconds, got "undefined"'],
    ['{"t":1,"dir":"up","msg":{}}', 'expected "dir" to be "a2c" or "c2a", got "up"'],
    ['{"t":1,"dir":"a2c"}', 'expected "msg" to be a JSON-RPC message, got "undefined"'],
    ['{"t":1,"dir":"a2c","msg":7}', 'expected "msg" to be a JSON-RPC message, got "7"'],
  ])("says of %s what was expected and what came", (line, problem) => {
    expect(parseRecord(line)).toEqual({ kind: "broken", problem });
  });

  it("repeats no more of a broken line than fits one", () => {
    const record = parseRecord("x".repeat(100_000));
    expect(record?.kind === "broken" ? record.problem.length : 0).toBeLessThan(120);
  });

  it("reads whatever the recorder of tap wrote", () => {
    const line = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.json().map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const records: string[] = [];
        const write = (record: string): void => void records.push(record);
        const recorder = createLineRecorder("a2c", { elapsedMs: () => 1, write });
        for (const part of lines) recorder.take(Buffer.concat([part, Buffer.from("\n")]));
        recorder.end();
        for (const record of records) expect(parseRecord(record)?.kind).not.toBe("broken");
      }),
    );
  });
});
