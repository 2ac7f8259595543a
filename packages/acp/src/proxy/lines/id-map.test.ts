import { describe, expect, it } from "vitest";
import { createIdMap } from "./id-map.ts";

describe("createIdMap", () => {
  it("gives each request an id of its own and hands it over once", () => {
    const map = createIdMap<string>();
    const [first, second] = [map.add("a"), map.add("b")];
    expect(first).not.toBe(second);
    expect([map.take(first), map.take(first), map.take(second)]).toEqual(["a", undefined, "b"]);
  });

  it("never gives an id again", () => {
    const map = createIdMap<string>();
    const first = map.add("a");
    map.take(first);
    expect(map.add("b")).not.toBe(first);
  });

  it("knows no answer by an id of another type", () => {
    const map = createIdMap<string>();
    const id = map.add("a");
    expect([map.take(String(id)), map.take(null), map.take({})]).toEqual(Array(3).fill(undefined));
    expect(map.take(id)).toBe("a");
  });

  it("refuses more than it may hold, until one is answered", () => {
    const map = createIdMap<number>(1);
    const id = map.add(1);
    expect(map.add(2)).toBeNull();
    map.take(id);
    expect(map.add(2)).not.toBeNull();
  });

  it("finds an open request by what it is", () => {
    const map = createIdMap<string>();
    map.add("a");
    const id = map.add("b");
    expect(map.find((request) => request === "b")).toBe(id);
    expect(map.find((request) => request === "c")).toBeUndefined();
  });
});
