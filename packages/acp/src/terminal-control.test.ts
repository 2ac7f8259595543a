import { describe, expect, it } from "vitest";
import { createTerminalControl } from "./client/create-terminal-control.ts";
import { INPUT_LIMIT_BYTES, parseTerminalOffer, toOfferMeta } from "./terminal-control.ts";

const offered = { cancel: true, input: true, resize: true };
const introduction = {
  protocolVersion: 1,
  agentCapabilities: { _meta: toOfferMeta(offered) },
};

describe("what an agent offers", () => {
  it("is read where it was told, in either version", () => {
    expect(parseTerminalOffer(introduction)).toEqual(offered);
    expect(
      parseTerminalOffer({
        protocolVersion: 2,
        capabilities: { _meta: toOfferMeta({ input: true, resize: true }) },
      }),
    ).toEqual(offered);
  });

  it("always has cancel in version 2, which has a method for it", () => {
    const nothing = { protocolVersion: 2, capabilities: {} };
    expect(parseTerminalOffer(nothing)).toEqual({ cancel: true, input: false, resize: false });
  });

  it.each([
    undefined,
    null,
    [],
    "all",
    { protocolVersion: 1 },
    { protocolVersion: 1, agentCapabilities: { _meta: { termwire: true } } },
    { protocolVersion: 1, agentCapabilities: { _meta: { termwire: { terminal: "all" } } } },
    { agentCapabilities: { _meta: { termwire: { terminal: { cancel: "yes", input: 1 } } } } },
  ])("is nothing in %j", (told) => {
    expect(parseTerminalOffer(told)).toEqual({ cancel: false, input: false, resize: false });
  });
});

describe("the control of terminals", () => {
  const terminal = { sessionId: "s", terminalId: "t" };

  function record(introduced: unknown) {
    const sent: [string, object][] = [];
    const control = createTerminalControl({
      introduction: introduced,
      request: async (method, params) => void sent.push([method, params]),
    });
    return { control, sent };
  }

  it("asks by our own methods in version 1", async () => {
    const { control, sent } = record(introduction);
    await control.cancel(terminal);
    await control.write(terminal, Uint8Array.of(0x03, 0xff));
    await control.resize(terminal, { cols: 100, rows: 40 });
    expect(control.offer).toEqual(offered);
    expect(sent).toEqual([
      ["_termwire/terminal/cancel", terminal],
      ["_termwire/terminal/input", { ...terminal, data: "A/8=" }],
      ["_termwire/terminal/resize", { ...terminal, cols: 100, rows: 40 }],
    ]);
  });

  it("cancels by ACP's own method in version 2", async () => {
    const { control, sent } = record({ protocolVersion: 2 });
    await control.cancel(terminal);
    expect(sent).toEqual([["terminal/cancel", terminal]]);
  });

  it("types what is longer than one request in several, in order", async () => {
    const { control, sent } = record(introduction);
    const bytes = new Uint8Array(2 * INPUT_LIMIT_BYTES + 1).fill(0x61);
    await control.write(terminal, bytes);
    const pieces = sent.map(([, params]) =>
      Buffer.from("data" in params ? String(params.data) : "", "base64"),
    );
    expect(pieces.map((piece) => piece.length)).toEqual([INPUT_LIMIT_BYTES, INPUT_LIMIT_BYTES, 1]);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });

  it("sends nothing for nothing", async () => {
    const { control, sent } = record(introduction);
    await control.write(terminal, new Uint8Array(0));
    expect(sent).toEqual([]);
  });

  it("rejects when the agent refuses", async () => {
    const control = createTerminalControl({
      introduction,
      request: () => Promise.reject(new Error("no command runs in terminal")),
    });
    await expect(control.cancel(terminal)).rejects.toThrow("no command runs");
  });
});
