import { describe, expect, it } from "vitest";
import { toCount, toFields, toFieldsList, toText } from "./read-fields.ts";

describe("reading what a peer sent", () => {
  it.each([null, undefined, 1, "x", [], [1]])("finds no members in %j", (value) => {
    expect(toFields(value)).toEqual({});
  });

  it("finds the members of objects, alone and in a list", () => {
    expect(toFields({ a: 1 })).toEqual({ a: 1 });
    expect(toFieldsList([{ a: 1 }, null, 3])).toEqual([{ a: 1 }, {}, {}]);
    expect(toFieldsList({ length: 2 })).toEqual([]);
  });

  it("takes only strings that say something for text", () => {
    expect(["x", "", 1, null].map(toText)).toEqual(["x", null, null, null]);
  });

  it("takes only finite numbers from 0 up for counts", () => {
    expect([0, 2.5, -1, Number.NaN, Infinity, "3"].map(toCount)).toEqual([
      0,
      2.5,
      null,
      null,
      null,
      null,
    ]);
  });
});
