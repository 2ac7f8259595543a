import { describe, expect, it } from "vitest";
import { hasTerminalMembers, toClientCall, withoutTerminals } from "./terminal-members.ts";

const terminal = { type: "terminal", terminalId: "t1" };
const text = { type: "content", content: { type: "text", text: "x" } };

describe("toClientCall", () => {
  it("puts the client's terminals in place of the agent's", () => {
    const call = { toolCallId: "c", content: [text, terminal] };
    expect(toClientCall(call, (id) => `own-${id}`)).toEqual({
      toolCallId: "c",
      content: [text, { type: "terminal", terminalId: "own-t1" }],
    });
  });

  it("leaves content out that held nothing but what the client cannot show", () => {
    expect(toClientCall({ toolCallId: "c", content: [terminal] }, () => null)).toEqual({
      toolCallId: "c",
    });
  });

  it("keeps an empty list, which takes content away", () => {
    expect(toClientCall({ content: [] }, () => null)).toEqual({ content: [] });
  });

  it("takes only what tells of terminals out of _meta", () => {
    const _meta = { terminal_exit: {}, terminal_info: {}, other: 1 };
    expect(toClientCall({ _meta }, () => null)).toEqual({ _meta: { other: 1 } });
    expect(toClientCall({ _meta: { terminal_output: {} } }, () => null)).toEqual({});
  });
});

describe("hasTerminalMembers", () => {
  it.each([
    [{ content: [terminal] }, true],
    [{ _meta: { terminal_output_delta: {} } }, true],
    [{ content: [text], _meta: { other: 1 } }, false],
    [{ content: "nonsense", _meta: null }, false],
  ])("knows of %j", (fields, has) => {
    expect(hasTerminalMembers(fields)).toBe(has);
  });
});

describe("withoutTerminals", () => {
  it("gives the other blocks", () => {
    expect(withoutTerminals([terminal, text])).toEqual([text]);
    expect(withoutTerminals(null)).toEqual([]);
  });
});
