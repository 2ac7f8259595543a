import { expect, it } from "vitest";
import { createTreeMarker, renderMarker } from "./tree-marker.ts";

it("makes a marker of its own for every tree", () => {
  expect(createTreeMarker()).not.toBe(createTreeMarker());
});

it("makes markers a shell and a pattern can take as they are", () => {
  expect(createTreeMarker()).toMatch(/^[\w-]+$/u);
});

it("keeps the markers of the trees around", () => {
  expect(renderMarker(undefined, "b")).toBe("b");
  expect(renderMarker("", "b")).toBe("b");
  expect(renderMarker("a", "b")).toBe("a:b");
});
