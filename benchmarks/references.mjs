import { spawn } from "node:child_process";
import { createRequire } from "node:module";

/**
 * What one of our packages depends on, and nothing else here does.
 *
 * @param {string} folder
 * @param {string} dependency
 * @returns {unknown}
 */
export function requireFrom(folder, dependency) {
  return createRequire(new URL(`../packages/${folder}/package.json`, import.meta.url))(dependency);
}

/**
 * The least there is to do with Node's own pipes: start, count what comes, wait for the end.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>} How many bytes came.
 */
export function runBareChild(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let bytes = 0;
    /** @param {Buffer} chunk */
    const count = (chunk) => {
      bytes += chunk.length;
    };
    child.stdout.on("data", count);
    child.stderr.on("data", count);
    child.once("error", reject);
    child.once("close", () => resolve(bytes));
  });
}

/**
 * @typedef {object} PtyProcess
 * @property {(listen: (bytes: Buffer) => void) => void} onData
 * @property {(listen: () => void) => void} onExit
 * @property {() => void} kill
 */

/**
 * @typedef {object} PtyModule
 * @property {(file: string, args: readonly string[], options: object) => PtyProcess} spawn
 */

/**
 * Starts a program with the terminal class of node-pty, with nothing but bytes asked of it.
 *
 * @param {string} file
 * @param {readonly string[]} args
 */
export function startBarePty(file, args) {
  const module = /** @type {PtyModule} */ (requireFrom("process", "@lydell/node-pty")); // as its types say
  return module.spawn(file, args, { cols: 80, rows: 24, encoding: null });
}

/**
 * The same to the end. It may lose the last bytes.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @returns {Promise<number>} How many bytes came.
 */
export function runBarePty(file, args) {
  return new Promise((resolve) => {
    const pty = startBarePty(file, args);
    let bytes = 0;
    pty.onData((chunk) => {
      bytes += chunk.length;
    });
    pty.onExit(() => resolve(bytes));
  });
}
