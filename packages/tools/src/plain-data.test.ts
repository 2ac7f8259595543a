import { describe, expect, it } from "vitest";
import { toPlainData } from "./plain-data.ts";

describe("plain data", () => {
  it("is a copy as a log gives it back", () => {
    const value = { a: [1, undefined, { b: undefined }], at: new Date(0) };
    expect(toPlainData(value)).toEqual({ a: [1, null, {}], at: "1970-01-01T00:00:00.000Z" });
    expect(toPlainData(undefined)).toBe(null);
  });

  it("cannot be changed, nor changes what it was copied from", () => {
    const value = { list: [{ a: 1 }] };
    const copy = toPlainData(value) as typeof value; // the same shape
    expect(() => copy.list.push({ a: 2 })).toThrow(TypeError);
    expect(() => Object.assign(copy.list[0] ?? {}, { a: 2 })).toThrow(TypeError);
    value.list.push({ a: 3 });
    expect(copy).toEqual({ list: [{ a: 1 }] });
  });
});
