import { RequestError } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { AcpError } from "./acp-error.ts";
import { answerRequest, toWireError } from "./wire-error.ts";

describe("the error a peer gets", () => {
  it("has the code of its kind, its words, and the facts as data", () => {
    const error = toWireError(new AcpError("unknown-session", "no session s", { sessionId: "s" }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      code: -32002,
      message: "no session s",
      data: { reason: "unknown-session", sessionId: "s" },
    });
  });

  it("never asks a client to log in because a session is busy", () => {
    expect(toWireError(new AcpError("session-busy", "busy"))).toMatchObject({ code: -32600 });
  });

  it("is anybody else's error as it is", async () => {
    const error = new Error("broken");
    expect(toWireError(error)).toBe(error);
    await expect(answerRequest(() => Promise.reject(error))).rejects.toBe(error);
  });

  it("is none when the work is done", async () => {
    expect(await answerRequest(async () => 1)).toBe(1);
  });
});
