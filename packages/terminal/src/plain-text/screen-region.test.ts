import { describe, expect, it } from "vitest";
import { resolveScreenRegions } from "./screen-region.ts";
import type { EffectReach } from "./sequence-effect.ts";

const effects = (...entries: readonly [number, EffectReach][]): ReadonlyMap<number, EffectReach> =>
  new Map(entries);

describe("the regions of a screen", () => {
  it("are none when no control reaches beyond its line", () => {
    expect(resolveScreenRegions(effects([3, "line"]), 10)).toEqual([]);
  });

  it("begin with the first line that can still be on the screen", () => {
    expect(resolveScreenRegions(effects([10, "screen"]), 900)).toEqual([
      { from: 0, first: 10, last: 10 },
    ]);
    expect(resolveScreenRegions(effects([500, "screen"]), 900)).toEqual([
      { from: 451, first: 500, last: 500 },
    ]);
  });

  it("are one when they could see into one another", () => {
    const regions = resolveScreenRegions(
      effects([100, "screen"], [150, "line"], [199, "screen"], [299, "screen"]),
      900,
    );
    expect(regions).toEqual([
      { from: 51, first: 100, last: 199 },
      { from: 250, first: 299, last: 299 },
    ]);
  });

  it("go on to the end after a control that lasts", () => {
    const lasting = effects([100, "rest"], [500, "screen"], [800, "rest"]);
    expect(resolveScreenRegions(lasting, 900)).toEqual([{ from: 51, first: 100, last: 899 }]);
  });

  it("are not more than a bounded number", () => {
    const many = effects(
      ...Array.from({ length: 100 }, (_, index): [number, EffectReach] => [index * 200, "screen"]),
    );
    const regions = resolveScreenRegions(many, 20_000);
    expect(regions).toHaveLength(32);
    expect(regions.at(-1)?.last).toBe(19_800);
  });
});
