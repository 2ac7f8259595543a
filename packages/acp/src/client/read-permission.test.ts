import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRefusedCall } from "./read-permission.ts";

const options = [
  { optionId: "y", kind: "allow_once" },
  { optionId: "n", kind: "reject_once" },
  { optionId: "never", kind: "reject_always" },
];
const choose = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });

describe("readRefusedCall", () => {
  const v1 = { options, toolCall: { toolCallId: "t1" } };

  it("names the call a person refused, in either version", () => {
    expect(readRefusedCall({ params: v1, result: choose("n") })).toBe("t1");
    expect(readRefusedCall({ params: v1, result: choose("never") })).toBe("t1");
    const about = { type: "tool_call", toolCall: { toolCallId: "t2" } };
    expect(readRefusedCall({ params: { options, subject: about }, result: choose("n") })).toBe(
      "t2",
    );
    const command = { type: "command", command: "ls", toolCallId: "t3" };
    expect(readRefusedCall({ params: { options, subject: command }, result: choose("n") })).toBe(
      "t3",
    );
  });

  it("is null for what was allowed, cancelled, or answered with an option nobody offered", () => {
    for (const result of [choose("y"), choose("?"), { outcome: { outcome: "cancelled" } }, null]) {
      expect(readRefusedCall({ params: v1, result })).toBeNull();
    }
  });

  it("is total", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (params, result) => {
        expect(readRefusedCall({ params, result })).toBeNull();
      }),
    );
  });
});
