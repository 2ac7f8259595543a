import { describe, expect, it } from "vitest";
import { parseSignIns } from "./sign-in.ts";

describe("the ways to sign in", () => {
  it("are those with an id, called by their name", () => {
    const methods = [
      { id: "oauth", name: "Sign in", description: "In the browser" },
      { id: "key" },
      {},
    ];
    expect(parseSignIns(methods)).toEqual([
      { id: "oauth", name: "Sign in", description: "In the browser" },
      { id: "key", name: "key", description: null },
    ]);
    expect(parseSignIns(null)).toEqual([]);
  });
});
