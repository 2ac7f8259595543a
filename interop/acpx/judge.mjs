import { isDeepStrictEqual } from "node:util";

/** How long something that is about to happen may take. */
const UNTIL_MS = 20_000;
const LOOK_AGAIN_MS = 50;

/** Prints what holds and what does not, and counts the latter. */
export function createJudge() {
  let failures = 0;

  /**
   * @param {string} what
   * @param {boolean} holds
   * @param {string} [why]
   */
  function check(what, holds, why = "") {
    if (!holds) failures += 1;
    console.log(`  ${holds ? "ok  " : "FAIL"} ${what}${holds ? "" : why}`);
  }

  return {
    get failures() {
      return failures;
    },
    /** @param {string} what */
    say: (what) => console.log(what),
    check,
    /**
     * @param {string} what
     * @param {unknown} came
     * @param {unknown} expected
     */
    equal(what, came, expected) {
      const why = `: expected ${JSON.stringify(expected)}, got ${JSON.stringify(came)}`;
      check(what, isDeepStrictEqual(came, expected), why);
    },
    /**
     * Whether it comes true within a bound.
     *
     * @param {() => boolean} isTrue
     */
    async until(isTrue) {
      const end = Date.now() + UNTIL_MS;
      while (!isTrue() && Date.now() < end) {
        await new Promise((resolve) => {
          setTimeout(resolve, LOOK_AGAIN_MS);
        });
      }
      return isTrue();
    },
  };
}
