import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePlace, renderPlace } from "./page-place.ts";

describe("the place in the address", () => {
  it("reads back as it was written, whatever the names", () => {
    const name = fc.option(fc.string({ unit: "grapheme", minLength: 1 }));
    fc.assert(
      fc.property(name, name, (agentId, sessionId) => {
        const place = { agentId, sessionId };
        expect(parsePlace(renderPlace(place))).toEqual(place);
      }),
    );
  });

  it("is nothing where the page begins", () => {
    expect(renderPlace({ agentId: null, sessionId: null })).toBe("");
    expect(parsePlace("")).toEqual({ agentId: null, sessionId: null });
  });

  it.each(["#", "#x", "#session", "#%%%=1"])("names nothing in %s", (hash) => {
    expect(parsePlace(hash).agentId).toBeNull();
  });
});
