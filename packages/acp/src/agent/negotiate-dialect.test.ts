import { describe, expect, it } from "vitest";
import { negotiateDialect, offersTerminals } from "./negotiate-dialect.ts";

describe("negotiateDialect", () => {
  it("speaks meta with the key the client named", () => {
    expect(negotiateDialect({ _meta: { terminal_output: true } })).toEqual({
      kind: "meta",
      outputKey: "terminal_output",
    });
    expect(negotiateDialect({ _meta: { terminal_output_delta: true } })).toEqual({
      kind: "meta",
      outputKey: "terminal_output_delta",
    });
  });

  it("case 77: prefers the older key where a client offers both", () => {
    const both = { terminal_output: true, terminal_output_delta: true };
    expect(negotiateDialect({ _meta: both })).toMatchObject({ outputKey: "terminal_output" });
  });

  it("case 80: speaks text to a client that only runs terminals itself", () => {
    expect(negotiateDialect({ terminal: true })).toEqual({ kind: "text" });
  });

  it.each([
    undefined,
    null,
    "meta",
    [],
    {},
    { _meta: null },
    { _meta: [] },
    { _meta: { terminal_output: "true" } },
    { _meta: { terminal_output: 1 } },
    { _meta: { terminal_output: false } },
  ])("speaks text for capabilities %j", (capabilities) => {
    expect(negotiateDialect(capabilities)).toEqual({ kind: "text" });
  });
});

describe("offersTerminals", () => {
  it("is true for a plain true only", () => {
    expect(offersTerminals({ terminal: true })).toBe(true);
    for (const terminal of [false, undefined, null, "true", 1, {}]) {
      expect(offersTerminals({ terminal })).toBe(false);
    }
    expect(offersTerminals(undefined)).toBe(false);
  });
});
