import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPage, isPageStale } from "./build-page.mjs";
import { COUNTS_FILE_VARIABLE } from "./count-reporter.mjs";
import { runCommand, toolPath } from "./run-command.mjs";
import { provideSystemNeeds, SYSTEM_NEEDS } from "./system-needs.mjs";
import { summariseRun } from "./test-counts.mjs";
import { readWorkspaces, ROOT } from "./workspace.mjs";

// Builds the packages, sees to what the tests need of the system, runs them, and ends with `N passed, N failed`.
// Arguments go to vitest: `npm test -- packages/process`.

/** @param {string} line */
const print = (line) => console.log(line);

/** Builds what the tests import by package name. The tests' own types are for `npm run check`. */
async function build() {
  const projects = readWorkspaces()
    .map(({ folder }) => folder)
    .filter((folder) => existsSync(join(ROOT, folder, "tsconfig.json")));
  const { code, output } = await runCommand(toolPath("tsc"), ["-b", ...projects]);
  if (code !== 0) print(`${output}the packages do not build; their tests run on what came of it`);
  return code === 0 && (await buildStalePage());
}

/** The page's tests need it in their browser, built. */
async function buildStalePage() {
  if (!isPageStale()) return true;
  const { code, output } = await buildPage();
  if (code !== 0) print(`${output}the page does not build; its tests run on what came of it`);
  return code === 0;
}

/**
 * Runs vitest on our own terminal; resolves with its exit code when it is gone.
 *
 * @param {readonly string[]} args
 * @param {string} countsFile
 * @returns {Promise<number>}
 */
function runVitest(args, countsFile) {
  const reporters = [
    "--reporter=default",
    `--reporter=${join(ROOT, "scripts/count-reporter.mjs")}`,
  ];
  return new Promise((resolve) => {
    const child = spawn(toolPath("vitest"), ["run", ...reporters, ...args], {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, [COUNTS_FILE_VARIABLE]: countsFile },
    });
    child.on("error", (error) => {
      print(error.message);
      resolve(127);
    });
    child.on("close", (code, signal) => {
      if (signal !== null) print(`vitest was ended by ${signal}`);
      resolve(code ?? 128);
    });
  });
}

/**
 * @param {string} file
 * @returns {import("./test-counts.mjs").TestCounts | null}
 */
function readCounts(file) {
  if (!existsSync(file)) return null;
  /** @type {unknown} */
  const counts = JSON.parse(readFileSync(file, "utf8"));
  return /** @type {import("./test-counts.mjs").TestCounts} */ (counts); // written by our own reporter
}

/** @param {readonly string[]} args */
async function main(args) {
  const built = await build();
  const mayInstall = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  await provideSystemNeeds(SYSTEM_NEEDS, { run: runCommand, print, mayInstall });
  const folder = mkdtempSync(join(tmpdir(), "termwire-test-"));
  try {
    const countsFile = join(folder, "counts.json");
    const exitCode = await runVitest(args, countsFile);
    return summariseRun({ built, counts: readCounts(countsFile), exitCode });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { exitCode, lines } = await main(process.argv.slice(2));
for (const line of lines) print(line);
process.exitCode = exitCode;
