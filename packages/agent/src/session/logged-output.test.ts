import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputLog, type OutputLog } from "@termwire/terminal";
import { isLoggedOutput, parseLoggedOutput, renderLoggedOutput } from "./logged-output.ts";

function createLog(bytes: Uint8Array, limitBytes = 1024): OutputLog {
  const log = createOutputLog(limitBytes);
  log.append(bytes);
  log.end();
  return log;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe("the output of a terminal in a log", () => {
  it("gives back every byte, through JSON, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: "binary" }).map(text)),
        (bytes) => {
          const logged: unknown = JSON.parse(JSON.stringify(renderLoggedOutput(createLog(bytes))));
          if (!isLoggedOutput(logged)) throw new Error("expected an output");
          expect(parseLoggedOutput(logged)).toEqual({
            bytes: Uint8Array.from(bytes),
            omittedBytes: 0,
          });
        },
      ),
    );
  });

  it("is readable where it is text, colours and byte order marks included", () => {
    const bytes = text("\uFEFF\u001B[31mré\u001B[0m\r\n");
    expect(renderLoggedOutput(createLog(bytes))).toEqual({
      omittedBytes: 0,
      text: "\uFEFF\u001B[31mré\u001B[0m\r\n",
    });
  });

  it("is base64 where it is none", () => {
    expect(renderLoggedOutput(createLog(Uint8Array.of(0xff, 0x00)))).toEqual({
      omittedBytes: 0,
      base64: "/wA=",
    });
  });

  it("is the newest part of a long one, with the exact count of the rest", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 100 }),
        fc.integer({ min: 0, max: 50 }),
        (bytes, limit) => {
          const logged = parseLoggedOutput(renderLoggedOutput(createLog(bytes), limit));
          expect(logged.bytes.length).toBeLessThanOrEqual(limit);
          expect(logged.omittedBytes + logged.bytes.length).toBe(bytes.length);
          expect(Buffer.from(logged.bytes)).toEqual(
            Buffer.from(bytes.subarray(logged.omittedBytes)),
          );
        },
      ),
    );
  });

  it("begins with a whole character (case 105)", () => {
    const logged = renderLoggedOutput(createLog(text("a€€")), 4);
    expect(logged).toEqual({ omittedBytes: 4, text: "€" });
  });

  it("counts what its log had lost before", () => {
    expect(renderLoggedOutput(createLog(text("abcdef"), 2))).toEqual({
      omittedBytes: 4,
      text: "ef",
    });
  });

  it("of megabytes that are no text is rendered at once", () => {
    const bytes = new Uint8Array(1024 * 1024).fill(0xff);
    const logged = renderLoggedOutput(createLog(bytes, bytes.length), bytes.length);
    expect(parseLoggedOutput(logged).bytes.length).toBe(bytes.length);
  });

  it.each([
    null,
    1,
    [],
    {},
    { omittedBytes: 0 },
    { omittedBytes: 0, text: 1 },
    { text: "x" },
    { omittedBytes: 0.5, text: "" },
  ])("is not %j", (value) => {
    expect(isLoggedOutput(value)).toBe(false);
  });

  it("that somebody damaged is empty", () => {
    expect(parseLoggedOutput({ omittedBytes: 3, base64: "?" })).toEqual({
      bytes: new Uint8Array(),
      omittedBytes: 3,
    });
  });
});
