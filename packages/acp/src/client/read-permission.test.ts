import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAskedCommand, readRefusedCall } from "./read-permission.ts";

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

describe("readAskedCommand", () => {
  const NOTHING = { command: null, cwd: null, description: null };

  it.each([
    [{ title: "bash", rawInput: { command: "rm -rf x", cwd: "/p" } }, "rm -rf x", "/p"],
    [{ title: "exec", rawInput: { command: ["bash", "-lc", "ls | head"] } }, "ls | head", null],
    [{ title: "exec", rawInput: { cmd: "ls" } }, "ls", null],
    [{ title: "`npm test`", status: "pending", rawInput: {} }, "npm test", null],
    [{ title: "Edit a.ts" }, "Edit a.ts", null],
  ])(
    "is the exact command, whatever the call is called (cases 194, 195): %j",
    (call, command, cwd) => {
      const asked = { command, cwd, description: null };
      expect(readAskedCommand({ toolCall: call })).toEqual(asked);
      expect(readAskedCommand({ subject: { type: "tool_call", toolCall: call } })).toEqual(asked);
    },
  );

  it("is the subject of version 2 where that is a command, and says what it is for", () => {
    const subject = { type: "command", command: "npm test", cwd: "/p", toolCallId: "t1" };
    expect(readAskedCommand({ title: "Run", description: "to see", subject })).toEqual({
      command: "npm test",
      cwd: "/p",
      description: "to see",
    });
    expect(readAskedCommand({ title: "Run", subject: { type: "other" } }).command).toBe("Run");
  });

  it("is total", () => {
    expect(readAskedCommand(null)).toEqual(NOTHING);
    fc.assert(
      fc.property(fc.anything(), (params) => {
        expect(Object.keys(readAskedCommand(params))).toEqual(Object.keys(NOTHING));
      }),
    );
  });
});
