import { describe, expect, it } from "vitest";
import { applyTerminalEvent, toTerminalId } from "@termwire/terminal";
import { createDisplayCopies } from "./display-copies.ts";

function copyOf(name: string, length: number) {
  const id = toTerminalId(name);
  const state = applyTerminalEvent(undefined, { type: "note-added", id, note: name });
  return { id, copy: { state, bytes: new Uint8Array(length).fill(name.charCodeAt(0)) } };
}

describe("createDisplayCopies", () => {
  it("keeps copies within the budget, the oldest making room", () => {
    const copies = createDisplayCopies(10_000);
    for (const name of ["a", "b", "c"]) {
      const { id, copy } = copyOf(name, 3000);
      copies.keep(id, copy);
    }
    expect(copies.get(toTerminalId("a"))).toBeNull();
    expect(copies.get(toTerminalId("b"))?.bytes.length).toBe(3000);
    expect(copies.get(toTerminalId("c"))?.bytes.length).toBe(3000);
  });

  it("keeps the newest bytes of one that is larger than the budget", () => {
    const copies = createDisplayCopies(2024);
    const { id, copy } = copyOf("a", 5000);
    copies.keep(id, copy);
    expect(copies.get(id)?.bytes.length).toBe(1000);
  });

  it("counts a copy that is kept again once, and keeps nothing without a budget", () => {
    const copies = createDisplayCopies(5000);
    const { id, copy } = copyOf("a", 3000);
    for (let n = 0; n < 5; n++) copies.keep(id, copy);
    expect(copies.get(id)?.bytes.length).toBe(3000);
    const none = createDisplayCopies(0);
    none.keep(id, copy);
    expect(none.get(id)).toBeNull();
  });
});
