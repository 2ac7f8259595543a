import { describe, expect, it } from "vitest";
import { parseMessage, toAnswer, toFailure, toNotification, toUpdate } from "./message.ts";

describe("a message", () => {
  it.each(["", "x", "[]", "null", "1", '"a"', "{", '{"a":1}x'])("is not %j", (text) => {
    expect(parseMessage(text)).toBeNull();
  });

  it("is read as it is written", () => {
    const failure = toFailure(-32603, "no", { reason: "r" });
    expect(parseMessage(toAnswer("a", failure))).toEqual({
      jsonrpc: "2.0",
      id: "a",
      error: { code: -32603, message: "no", data: { reason: "r" } },
    });
    expect(parseMessage(toNotification("m", { a: 1 }))).toEqual({
      jsonrpc: "2.0",
      method: "m",
      params: { a: 1 },
    });
    expect(parseMessage(toUpdate("s", { u: 1 }))).toEqual({
      jsonrpc: "2.0",
      method: "session/update",
      params: { sessionId: "s", update: { u: 1 } },
    });
  });
});
