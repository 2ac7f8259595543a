import { describe, expect, it } from "vitest";
import { createPendingRequests } from "./pending-requests.ts";

describe("createPendingRequests", () => {
  it("hands a request over once, and tells numbers and strings apart", () => {
    const pending = createPendingRequests<string>();
    pending.add(1, "number");
    pending.add("1", "string");
    expect(pending.take("1")).toBe("string");
    expect(pending.take("1")).toBeUndefined();
    expect(pending.take(1)).toBe("number");
  });

  it("takes no id that an answer could not name", () => {
    const pending = createPendingRequests<string>();
    for (const id of [undefined, null, {}, true]) pending.add(id, "x");
    for (const id of [undefined, null, {}, true]) expect(pending.take(id)).toBeUndefined();
  });

  it("forgets the oldest of too many", () => {
    const pending = createPendingRequests<number>();
    for (let id = 0; id < 5000; id++) pending.add(id, id);
    expect(pending.take(0)).toBeUndefined();
    expect(pending.take(4999)).toBe(4999);
  });
});
