import { writeFileSync } from "node:fs";
import { countTests } from "./test-counts.mjs";

/** The variable that names the file the counts are written to, as JSON. */
export const COUNTS_FILE_VARIABLE = "TERMWIRE_TEST_COUNTS_FILE";

/** A vitest reporter that writes down what a run came to; vitest wants it as the default export. */
export default class CountReporter {
  /** @type {import("vitest/node").Vitest | undefined} */
  #vitest;

  /** @param {import("vitest/node").Vitest} vitest */
  onInit(vitest) {
    this.#vitest = vitest;
  }

  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly unknown[]} strayErrors
   */
  onTestRunEnd(modules, strayErrors) {
    const file = process.env[COUNTS_FILE_VARIABLE];
    if (file === undefined) return;
    const counts = countTests(modules, strayErrors);
    // A name pattern skips all other tests; that needs no reason.
    const narrowed = this.#vitest?.getGlobalTestNamePattern() !== undefined;
    writeFileSync(file, JSON.stringify(narrowed ? { ...counts, skipped: [] } : counts));
  }
}
