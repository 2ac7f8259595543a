import { performance } from "node:perf_hooks";
import { inParallel } from "./run-command.mjs";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} file
 * @property {readonly string[]} args
 * @property {boolean} [first] Runs alone before the others, which need what it makes.
 */

/**
 * @typedef {object} StepPorts
 * @property {import("./run-command.mjs").RunCommand} run
 * @property {(line: string) => void} print
 */

/** Two cores are what a small machine and most CI runners have. */
const STEPS_AT_ONCE = 2;

/**
 * Runs every step, whatever fails, and prints one line for each as it ends: what came of it, its name and its time;
 * below the line of a failed one, what it printed.
 *
 * @param {readonly Step[]} steps
 * @param {StepPorts} ports
 * @returns {Promise<number>} How many failed.
 */
export async function runSteps(steps, { run, print }) {
  const width = Math.max(...steps.map(({ name }) => name.length));
  /** @param {Step} step */
  const runStep = async ({ name, file, args }) => {
    const startedMs = performance.now();
    const { code, output } = await run(file, args);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    print(`${code === 0 ? "ok  " : "FAIL"} ${name.padEnd(width)} ${seconds.padStart(5)} s`);
    if (code !== 0) print(output.trimEnd());
    return code;
  };
  const codes = [
    ...(await inParallel(
      steps.filter(({ first }) => first === true),
      1,
      runStep,
    )),
    ...(await inParallel(
      steps.filter(({ first }) => first !== true),
      STEPS_AT_ONCE,
      runStep,
    )),
  ];
  return codes.filter((code) => code !== 0).length;
}

/**
 * The steps that the command line asks for: all, or those named by `--only NAME` (as often as wanted).
 *
 * @param {readonly Step[]} steps
 * @param {readonly string[]} args
 * @returns {readonly Step[]}
 * @throws {Error} For another option or an unknown name; it says which names there are.
 */
export function selectSteps(steps, args) {
  if (args.length === 0) return steps;
  const names = args.filter((_, index) => index % 2 === 1);
  const known = new Set(steps.map(({ name }) => name));
  const options = args.filter((_, index) => index % 2 === 0);
  if (
    options.length !== names.length ||
    options.some((option) => option !== "--only") ||
    names.some((name) => !known.has(name))
  ) {
    throw new Error(
      `expected --only NAME, NAME one of ${[...known].join(", ")}; got ${args.join(" ")}`,
    );
  }
  return steps.filter(({ name }) => names.includes(name));
}
