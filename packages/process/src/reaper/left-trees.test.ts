import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLeftTrees, type LeftTree } from "./left-trees.ts";

const LOOK_MS = 1_000;

function treeThatLives(
  alive: boolean,
): LeftTree & { alive: boolean; looks: number; empties: number } {
  const tree = {
    alive,
    looks: 0,
    empties: 0,
    isAlive: (): boolean => {
      tree.looks += 1;
      return tree.alive;
    },
    onEmpty: (): void => void tree.empties++,
  };
  return tree;
}

describe("a tree that was left", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is forgotten in a moment when nothing of it lives", () => {
    const left = createLeftTrees(LOOK_MS);
    const tree = treeThatLives(false);
    left.add(tree);
    vi.advanceTimersByTime(0);
    expect(tree.looks).toBe(0);
    vi.advanceTimersByTime(50);
    expect(tree).toMatchObject({ looks: 1, empties: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is looked at until it is empty, and not any more then", () => {
    const left = createLeftTrees(LOOK_MS);
    const tree = treeThatLives(true);
    left.add(tree);
    vi.advanceTimersByTime(5 * LOOK_MS);
    expect(tree.empties).toBe(0);
    tree.alive = false;
    vi.advanceTimersByTime(5 * LOOK_MS);
    expect(tree).toMatchObject({ looks: 6, empties: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not looked at when somebody else has seen to it", () => {
    const left = createLeftTrees(LOOK_MS);
    const tree = treeThatLives(true);
    left.add(tree);
    left.delete(tree);
    vi.advanceTimersByTime(2 * LOOK_MS);
    expect(tree).toMatchObject({ looks: 0, empties: 0 });
  });

  it("is looked at in turns with others, a few at a time", () => {
    const left = createLeftTrees(LOOK_MS);
    const trees = Array.from({ length: 10 }, () => treeThatLives(true));
    for (const tree of trees) left.add(tree);
    vi.advanceTimersByTime(5 * LOOK_MS + 50);
    expect(trees.map((tree) => tree.looks)).toEqual(trees.map(() => 2));
  });
});
