import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastRatio, mix, readableOn, READABLE_RATIO, type Rgb } from "./contrast.ts";

const channel = fc.integer({ min: 0, max: 255 });
const color: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);

describe("the contrast of two colours", () => {
  it.each([
    [[0, 0, 0], [255, 255, 255], 21],
    [[119, 119, 119], [255, 255, 255], 4.48],
    [[10, 20, 30], [10, 20, 30], 1],
  ] satisfies [Rgb, Rgb, number][])("of %j and %j is %d", (a, b, ratio) => {
    expect(contrastRatio(a, b)).toBeCloseTo(ratio, 2);
  });

  it("is the same both ways, from 1 to 21", () => {
    fc.assert(
      fc.property(color, color, (a, b) => {
        expect(contrastRatio(a, b)).toBeCloseTo(contrastRatio(b, a));
        expect(contrastRatio(a, b)).toBeGreaterThanOrEqual(1);
        expect(contrastRatio(a, b)).toBeLessThanOrEqual(21.01);
      }),
    );
  });
});

describe("a colour made readable", () => {
  it("can be read on anything", () => {
    fc.assert(
      fc.property(color, color, (fg, bg) => {
        expect(contrastRatio(readableOn(fg, bg), bg)).toBeGreaterThanOrEqual(READABLE_RATIO);
      }),
    );
  });

  it("stays as it is when it can be read", () => {
    expect(readableOn([200, 30, 40], [255, 255, 255])).toEqual([200, 30, 40]);
  });
});

it("a mixture begins with the one and ends with the other", () => {
  expect(mix([0, 100, 200], [100, 0, 0], 0)).toEqual([0, 100, 200]);
  expect(mix([0, 100, 200], [100, 0, 0], 1)).toEqual([100, 0, 0]);
  expect(mix([0, 100, 200], [100, 0, 0], 0.5)).toEqual([50, 50, 100]);
});
