import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageLines } from "./message-lines.ts";

describe("MessageLines", () => {
  it("finds the line of each message, whatever stands between them", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 })), (steps) => {
        const lines = new MessageLines();
        let line = 0;
        const expected = steps.map((step) => (line += step));
        for (const each of expected) lines.add(each);
        expect(expected.map((_, message) => lines.find(message))).toEqual(expected);
        expect(lines.find(expected.length)).toBeNull();
      }),
    );
  });
});
