import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { runCommand, toolPath } from "./run-command.mjs";
import { isMain, readFilePaths, ROOT } from "./workspace.mjs";

const PAGE = "apps/web";

/** What the page is made of. The compiled packages beside it are as old as these. */
const SOURCES = [
  `${PAGE}/src`,
  `${PAGE}/public`,
  "packages/terminal/src",
  "packages/cards/src",
  "packages/acp/src",
];
const FILES = ["index.html", "package.json", "vite.config.ts"].map((name) => `${PAGE}/${name}`);

/** True when the page was not built, or something it is made of has changed since. */
export function isPageStale(root = ROOT) {
  const built = join(root, PAGE, "dist/index.html");
  if (!existsSync(built)) return true;
  const builtMs = statSync(built).mtimeMs;
  const paths = [...SOURCES.flatMap((folder) => readFilePaths(folder, root)), ...FILES];
  return paths
    .map((path) => join(root, path))
    .some((path) => existsSync(path) && statSync(path).mtimeMs > builtMs);
}

/**
 * Builds the page into `apps/web/dist`, out of compiled packages. Resolves with the exit code of vite and what it said.
 */
export function buildPage() {
  return runCommand(toolPath("vite"), ["build", PAGE, "--config", `${PAGE}/vite.config.ts`]);
}

// `--if-stale` leaves a page alone that is as new as what it is made of: others may be serving it.
if (isMain(import.meta.url) && (!process.argv.includes("--if-stale") || isPageStale())) {
  const { code, output } = await buildPage();
  process.stdout.write(output);
  process.exitCode = code;
}
