import fc from "fast-check";
import { expect, it } from "vitest";
import { isPidGivenSince } from "./pid-range.ts";

const LOWEST = 300;
const HIGHEST = 320;

/** Ids as a system gives them: upwards, and from the bottom again behind the highest. */
function giveIds(first: number, count: number): number[] {
  const span = HIGHEST - LOWEST + 1;
  return Array.from({ length: count }, (_, index) => LOWEST + ((first - LOWEST + index) % span));
}

it("holds for every id that was given since, and for no other", () => {
  const span = HIGHEST - LOWEST;
  fc.assert(
    fc.property(
      fc.integer({ min: LOWEST, max: HIGHEST }),
      fc.integer({ min: 1, max: span }),
      (first, count) => {
        const given = giveIds(first, count);
        const last = given.at(-1) ?? first;
        for (let pid = LOWEST; pid <= HIGHEST; pid++) {
          expect(isPidGivenSince(pid, first, last)).toBe(given.includes(pid));
        }
      },
    ),
  );
});
