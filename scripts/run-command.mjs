import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./workspace.mjs";

/**
 * @typedef {object} CommandResult
 * @property {number} code Exit code; 127 when it could not start, 128 when a signal ended it, both said in `output`.
 * @property {string} output What it printed, stdout and stderr in arrival order.
 */

/** @typedef {(file: string, args: readonly string[]) => Promise<CommandResult>} RunCommand */

/**
 * Runs a command of this checkout in its root, with nothing on its standard input. Never rejects.
 *
 * @type {RunCommand}
 */
export function runCommand(file, args) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    /** @type {Buffer[]} */
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    }
    /** @param {number} code @param {string} note */
    const end = (code, note) => resolve({ code, output: Buffer.concat(chunks).toString() + note });
    child.on("error", (error) => end(127, `${error.message}\n`));
    child.on("close", (code, signal) => {
      if (code === null) end(128, `${file} was ended by ${signal ?? "an unknown signal"}\n`);
      else end(code, "");
    });
  });
}

/**
 * The path of a tool that is a devDependency.
 *
 * @param {string} name
 */
export function toolPath(name) {
  return join(ROOT, "node_modules", ".bin", name);
}

/**
 * Does `work` for every item, at most `limit` at a time, starting them in order; resolves with the results in order.
 *
 * @template T, R
 * @param {readonly T[]} items
 * @param {number} limit
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
export async function inParallel(items, limit, work) {
  /** @type {R[]} */
  const results = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
