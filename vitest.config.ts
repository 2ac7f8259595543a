import { defineConfig } from "vitest/config";

const tests = (...globs: string[]) => globs.flatMap((glob) => [`packages/${glob}`, `apps/${glob}`]);

/** One project per kind of test: pure files beside the source, processes and peers in `test/`, types. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [...tests("*/src/**/*.test.ts"), "scripts/*.test.ts"],
          testTimeout: 20_000,
          // Pure: nothing one file leaves behind is seen by another, and each would load all of its imports again.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "integration",
          include: [...tests("*/test/**/*.test.ts"), "test/**/*.test.ts"],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // They wait more than they work.
          maxWorkers: 4,
          // What is polled for comes late on a machine that does other things, too.
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            checker: "tsc",
            // Types outside of type tests are for `npm run check`.
            ignoreSourceErrors: true,
            include: tests("*/src/**/*.test-d.ts"),
            tsconfig: "./tsconfig.tests.json",
          },
        },
      },
    ],
  },
});
