import { describe, expect, it } from "vitest";
import { countTests, summariseRun } from "./test-counts.mjs";

/** A finished module of tests in these states, in one suite. */
const moduleOf = (
  results: readonly { readonly state: string; readonly note?: string }[],
  { moduleErrors = 0, suiteErrors = 0 } = {},
) => ({
  relativeModuleId: "a.test.ts",
  errors: () => Array.from({ length: moduleErrors }, () => new Error("module")),
  children: {
    allTests: () =>
      results.map((result, index) => ({ fullName: `suite > ${index}`, result: () => result })),
    allSuites: () => [
      { errors: () => Array.from({ length: suiteErrors }, () => new Error("suite")) },
    ],
  },
});

const passed = { state: "passed" };

describe("counting a run", () => {
  it("tells passed, failed and skipped tests apart, over all modules", () => {
    const counts = countTests(
      [
        moduleOf([passed, { state: "failed" }]),
        moduleOf([passed, { state: "skipped", note: "no bwrap" }, { state: "skipped" }]),
      ],
      [],
    );
    expect(counts).toEqual({
      passed: 2,
      failed: 1,
      skipped: [
        { test: "a.test.ts > suite > 1", reason: "no bwrap" },
        { test: "a.test.ts > suite > 2", reason: null },
      ],
    });
  });

  it("counts as failed a test that never finished", () => {
    expect(countTests([moduleOf([passed, { state: "pending" }])], [])).toMatchObject({ failed: 1 });
  });

  it("counts a broken file, a broken suite and each stray error as a failure", () => {
    expect(countTests([moduleOf([], { moduleErrors: 2 })], [])).toMatchObject({ failed: 1 });
    expect(countTests([moduleOf([passed], { suiteErrors: 1 })], [])).toMatchObject({ failed: 1 });
    expect(countTests([moduleOf([passed])], [1, 2])).toMatchObject({ passed: 1, failed: 2 });
  });
});

describe("the verdict", () => {
  const counts = { passed: 3, failed: 0, skipped: [] };
  const run = { built: true, counts, exitCode: 0 };

  it("is good when tests passed and none failed", () => {
    expect(summariseRun(run)).toEqual({ exitCode: 0, lines: ["3 passed, 0 failed"] });
  });

  it("names each skipped test and its reason before the count, and is still good", () => {
    const skipped = [
      { test: "a > b", reason: "no bwrap" },
      { test: "a > c", reason: null },
    ];
    expect(summariseRun({ ...run, counts: { ...counts, skipped } })).toEqual({
      exitCode: 0,
      lines: ["skipped: a > b: no bwrap", "skipped: a > c: no reason given", "3 passed, 0 failed"],
    });
  });

  it.each([
    ["a test failed", { ...run, counts: { ...counts, failed: 2 }, exitCode: 1 }, 3, 2],
    ["the runner failed and counted none", { ...run, exitCode: 1 }, 3, 1],
    ["the runner died", { ...run, counts: null, exitCode: 128 }, 0, 1],
    ["the runner reported nothing and says that all is well", { ...run, counts: null }, 0, 1],
    ["no test ran", { ...run, counts: { ...counts, passed: 0 } }, 0, 1],
    ["the packages did not build", { ...run, built: false }, 3, 1],
    [
      "nothing built and a test failed",
      { built: false, counts: { ...counts, failed: 1 }, exitCode: 1 },
      3,
      2,
    ],
  ])("is bad when %s", (_, bad, passes, failures) => {
    expect(summariseRun(bad)).toEqual({
      exitCode: 1,
      lines: [`${passes} passed, ${failures} failed`],
    });
  });
});
