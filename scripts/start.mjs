import { join } from "node:path";
import { buildPage, isPageStale } from "./build-page.mjs";
import { runCommand, toolPath } from "./run-command.mjs";
import { isMain, ROOT } from "./workspace.mjs";

// `npm start`: compiles what changed, builds the page when it will be served, and becomes `termwire`.

/**
 * True for arguments that make `termwire` serve the page: `web`, or nothing but options of it.
 *
 * @param {readonly string[]} args
 */
export function servesPage(args) {
  const [first = "web"] = args;
  const isInformation = args.some((arg) => ["-h", "--help", "-V", "--version"].includes(arg));
  return (first === "web" || first.startsWith("-")) && !isInformation;
}

/** @param {readonly string[]} args */
async function prepare(args) {
  const projects = servesPage(args) ? ["apps/cli", "packages/cards"] : ["apps/cli"];
  const compiled = await runCommand(toolPath("tsc"), ["-b", ...projects]);
  if (compiled.code !== 0) return compiled;
  if (!servesPage(args) || !isPageStale()) return null;
  process.stderr.write("building the page\n");
  const built = await buildPage();
  return built.code === 0 ? null : built;
}

if (isMain(import.meta.url)) {
  const args = process.argv.slice(2);
  const failed = await prepare(args);
  if (failed === null) {
    // In this process, so that signals are its own and nothing stands between it and the terminal.
    process.argv = [process.execPath, join(ROOT, "apps/cli/bin/termwire.js"), ...args];
    await import("../apps/cli/bin/termwire.js");
  } else {
    process.stderr.write(failed.output);
    process.exitCode = failed.code;
  }
}
