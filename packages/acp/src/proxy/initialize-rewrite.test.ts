import { describe, expect, it } from "vitest";
import { offerEverything, readOffer } from "./initialize-rewrite.ts";

describe("offerEverything", () => {
  it("adds every way to show a terminal to what the client said", () => {
    const capabilities = { fs: { readTextFile: true }, _meta: { own: 1 } };
    const params = { protocolVersion: 1, clientCapabilities: capabilities, x: 1 };
    expect(offerEverything(params, true)).toEqual({
      protocolVersion: 1,
      clientCapabilities: {
        fs: { readTextFile: true },
        terminal: true,
        _meta: { own: 1, terminal_output: true, terminal_output_delta: true },
      },
      x: 1,
    });
  });

  it("does not say that somebody runs commands when nobody does", () => {
    const { clientCapabilities } = offerEverything({ protocolVersion: 1 }, false);
    expect(clientCapabilities).not.toHaveProperty("terminal");
  });

  it("introduces a client of version 2 in the words of version 1, too", () => {
    const params = { protocolVersion: 2, capabilities: {}, info: { name: "x", version: "1" } };
    expect(offerEverything(params, true)).toEqual({
      ...params,
      clientInfo: params.info,
      clientCapabilities: {
        terminal: true,
        _meta: { terminal_output: true, terminal_output_delta: true },
      },
    });
  });
});

describe("readOffer", () => {
  it.each([
    [{}, { kind: "text" }, false],
    [{ terminal: true }, { kind: "text" }, true],
    [{ _meta: { terminal_output: true } }, { kind: "meta", outputKey: "terminal_output" }, false],
    [
      { terminal: true, _meta: { terminal_output_delta: true } },
      { kind: "meta", outputKey: "terminal_output_delta" },
      true,
    ],
    ["nonsense", { kind: "text" }, false],
  ])("reads what a client with %j can show", (clientCapabilities, dialect, terminals) => {
    const offer = readOffer({ protocolVersion: 1, clientCapabilities });
    expect(offer).toEqual({ protocolVersion: 1, dialect, terminals });
  });

  it("takes a client of version 2 for one that shows its terminals, and runs none", () => {
    const offer = readOffer({ protocolVersion: 2, clientCapabilities: { terminal: true } });
    expect(offer).toEqual({ protocolVersion: 2, dialect: { kind: "v2" }, terminals: false });
  });
});
