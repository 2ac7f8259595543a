import { expect, it } from "vitest";
import { createTreeMarker, findTreeMarkers, PROCESS_MARKER, renderMarker } from "./tree-marker.ts";

it("makes a marker of its own for every tree", () => {
  expect(createTreeMarker()).not.toBe(createTreeMarker());
});

it("makes markers a shell and a pattern can take as they are", () => {
  expect(createTreeMarker()).toMatch(/^[\w.-]+$/u);
});

it("makes markers by which all of this process are found, and none by another", () => {
  const [first, second] = [createTreeMarker(), createTreeMarker()];
  expect(first).toContain(PROCESS_MARKER);
  expect(second).toContain(PROCESS_MARKER);
  expect(first).toHaveLength(second.length);
});

it("keeps the markers of the trees around", () => {
  expect(renderMarker(undefined, "b")).toBe("b");
  expect(renderMarker("", "b")).toBe("b");
  expect(renderMarker("a", "b")).toBe("a:b");
});

it("are found in an environment, one within another, and no other process's", () => {
  const [outer, inner] = [createTreeMarker(), createTreeMarker()];
  const strange = `tw-${crypto.randomUUID()}.${crypto.randomUUID()}`;
  const value = renderMarker(renderMarker(strange, outer), inner);
  expect(findTreeMarkers(`PATH=/bin\0TERMWIRE_TERMINAL=${value}\0HOME=/\0`)).toEqual([
    outer,
    inner,
  ]);
});
