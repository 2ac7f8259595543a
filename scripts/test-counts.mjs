/**
 * What a test run came to.
 *
 * @typedef {object} TestCounts
 * @property {number} passed
 * @property {number} failed Failed and unfinished tests, and errors outside of any test.
 * @property {readonly { readonly test: string, readonly reason: string | null }[]} skipped
 */

/**
 * What is read of the test runner's own records.
 *
 * @typedef {object} FinishedTest
 * @property {string} fullName
 * @property {() => { readonly state: string, readonly note?: string | undefined }} result
 *
 * @typedef {object} FinishedModule
 * @property {string} relativeModuleId
 * @property {() => readonly unknown[]} errors
 * @property {{
 *   readonly allTests: () => Iterable<FinishedTest>,
 *   readonly allSuites: () => Iterable<{ readonly errors: () => readonly unknown[] }>,
 * }} children
 */

/**
 * Counts a run. A suite or file that broke outside of its tests counts as one failure, each stray error as one.
 *
 * @param {readonly FinishedModule[]} modules
 * @param {readonly unknown[]} strayErrors
 * @returns {TestCounts}
 */
export function countTests(modules, strayErrors) {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      test: `${module.relativeModuleId} > ${test.fullName}`,
      ...test.result(),
    })),
  );
  const broken = modules
    .flatMap((module) => [module, ...module.children.allSuites()])
    .filter((group) => group.errors().length > 0);
  const skipped = tests.filter(({ state }) => state === "skipped");
  const passed = tests.filter(({ state }) => state === "passed").length;
  return {
    passed,
    failed: tests.length - passed - skipped.length + broken.length + strayErrors.length,
    skipped: skipped.map(({ test, note }) => ({ test, reason: note ?? null })),
  };
}

/**
 * The verdict on a whole run: the exit code and the lines to end with, the count last. A run without counts, one that
 * failed without saying so, one in which no test passed and a build that broke are failures too.
 *
 * @param {object} run
 * @param {boolean} run.built
 * @param {TestCounts | null} run.counts Null when the test runner did not live to report them.
 * @param {number} run.exitCode The test runner's own.
 */
export function summariseRun({ built, counts, exitCode }) {
  const passed = counts?.passed ?? 0;
  const reported = (counts?.failed ?? 0) + (built ? 0 : 1);
  const failed = reported === 0 && (exitCode !== 0 || passed === 0) ? 1 : reported;
  const skipped = (counts?.skipped ?? []).map(
    ({ test, reason }) => `skipped: ${test}: ${reason ?? "no reason given"}`,
  );
  return {
    exitCode: failed === 0 ? 0 : 1,
    lines: [...skipped, `${passed} passed, ${failed} failed`],
  };
}
