import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * What one variant measured: milliseconds, bytes or counts by name.
 *
 * @typedef {Readonly<Record<string, number>>} Measured
 */

/**
 * One line of the result: what `subject` measured against what `reference` measured in the same run.
 *
 * @typedef {object} Comparison
 * @property {string} title
 * @property {string} subject
 * @property {string} reference
 * @property {string} metric A name of what both measure.
 * @property {"speed" | "times"} ratio `speed`: the reference's by the subject's, more is better. `times`: the other way.
 * @property {string} [target] What is promised of the ratio.
 */

/**
 * One line of the result about one variant alone.
 *
 * @typedef {object} Fact
 * @property {string} title
 * @property {string} subject
 * @property {string} metric
 * @property {string} [target]
 */

/**
 * @typedef {object} Benchmark
 * @property {string} url Of the module that calls.
 * @property {number} rounds
 * @property {Readonly<Record<string, () => Promise<Measured>>>} variants
 * @property {readonly Comparison[]} comparisons
 * @property {readonly Fact[]} [facts]
 */

/**
 * Runs every variant in a process of its own, all of them in turn, `rounds` times over, and prints ratios of medians.
 * What else the machine does meets all variants alike; no variant finds what another one left in memory.
 *
 * @param {Benchmark} benchmark
 */
export async function runBenchmark(benchmark) {
  const [option, name = ""] = process.argv.slice(2);
  if (option === "--variant") return runVariant(benchmark, name);
  const rounds = option === "--rounds" ? Number(name) : benchmark.rounds;
  const names = Object.keys(benchmark.variants);
  /** @type {Map<string, Measured[]>} */
  const measured = new Map(names.map((variant) => [variant, []]));
  for (let round = 0; round < rounds; round++) {
    for (const variant of round % 2 === 0 ? names : names.toReversed()) {
      measured.get(variant)?.push(await startVariant(benchmark.url, variant));
    }
  }
  for (const comparison of benchmark.comparisons) printComparison(comparison, measured);
  for (const fact of benchmark.facts ?? []) printFact(fact, measured);
  console.log(`medians of ${rounds} rounds, Node ${process.version}\n`);
}

/**
 * @param {Benchmark} benchmark
 * @param {string} name
 */
async function runVariant({ variants }, name) {
  const measured = await variants[name]?.();
  console.log(JSON.stringify(measured));
}

/**
 * @param {string} url
 * @param {string} variant
 * @returns {Promise<Measured>}
 */
async function startVariant(url, variant) {
  const args = ["--expose-gc", fileURLToPath(url), "--variant", variant];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (bytes) => (text += String(bytes)));
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.once("close", resolve);
  });
  if (code !== 0 || text === "") throw new Error(`${variant} failed`);
  /** @type {unknown} */
  const measured = JSON.parse(text);
  return /** @type {Measured} */ (measured); // what runVariant wrote
}

/**
 * @param {Comparison} comparison
 * @param {ReadonlyMap<string, readonly Measured[]>} measured
 */
function printComparison({ title, subject, reference, metric, ratio, target }, measured) {
  const ours = medianOf(measured, subject, metric);
  const theirs = medianOf(measured, reference, metric);
  const value = ratio === "speed" ? theirs / ours : ours / theirs;
  const unit = ratio === "speed" ? "of the speed of" : "times";
  const promised = target === undefined ? "" : ` (target ${target})`;
  console.log(`${title}: ${value.toFixed(2)} ${unit} ${reference}${promised}`);
  console.log(`    ${subject} ${render(ours, metric)}, ${reference} ${render(theirs, metric)}`);
}

/**
 * @param {Fact} fact
 * @param {ReadonlyMap<string, readonly Measured[]>} measured
 */
function printFact({ title, subject, metric, target }, measured) {
  const value = medianOf(measured, subject, metric);
  const promised = target === undefined ? "" : ` (target ${target})`;
  console.log(`${title}: ${render(value, metric)}${promised}`);
}

/**
 * @param {ReadonlyMap<string, readonly Measured[]>} measured
 * @param {string} variant
 * @param {string} metric
 */
function medianOf(measured, variant, metric) {
  return median((measured.get(variant) ?? []).map((values) => values[metric] ?? Number.NaN));
}

/**
 * A number with the unit that its name ends in.
 *
 * @param {number} value
 * @param {string} metric
 */
function render(value, metric) {
  if (metric.endsWith("Bytes")) return `${(value / 1024 / 1024).toFixed(2)} MiB`;
  return metric.endsWith("Ms") ? `${value.toFixed(value < 10 ? 2 : 0)} ms` : value.toFixed(2);
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
