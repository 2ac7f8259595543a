import { runCommand, toolPath } from "./run-command.mjs";
import { runSteps, selectSteps } from "./run-steps.mjs";

/**
 * Everything that must hold at every commit, apart from the tests. The longest come first.
 *
 * @type {readonly import("./run-steps.mjs").Step[]}
 */
const STEPS = [
  // Builds the packages and checks the types of all tests and scripts against what it built.
  { name: "types", file: toolPath("tsc"), args: ["-b"], first: true },
  { name: "packages", file: "node", args: ["scripts/packages.mjs"] },
  {
    name: "unused",
    file: toolPath("knip"),
    args: ["--no-progress", "--treat-config-hints-as-errors"],
  },
  { name: "lint", file: toolPath("oxlint"), args: [] },
  { name: "format", file: toolPath("oxfmt"), args: ["--check", "."] },
  { name: "imports", file: "node", args: ["scripts/import-directions.mjs"] },
  { name: "exports", file: "node", args: ["scripts/exports.mjs"] },
];

try {
  const steps = selectSteps(STEPS, process.argv.slice(2));
  const failed = await runSteps(steps, { run: runCommand, print: (line) => console.log(line) });
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
