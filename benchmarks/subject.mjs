import { createLocalRunner } from "@termwire/process";

const runner = createLocalRunner();

/** The size of a terminal for {@link runCommand}. */
export const SIZE = { cols: 80, rows: 24 };

/**
 * Starts a program as an agent would.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Partial<import("@termwire/terminal").CommandRequest>} [more]
 */
export function startCommand(file, args, more = {}) {
  const program = /** @type {const} */ ({ kind: "file", file, args });
  return runner.start(runner.resolve({ program, cwd: "/", ...more }));
}

/**
 * Runs a program to its completion.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Partial<import("@termwire/terminal").CommandRequest>} [more]
 * @returns {Promise<number>} How many bytes came.
 */
export async function runCommand(file, args, more = {}) {
  const command = await startCommand(file, args, more);
  await command.completed;
  const bytes = command.output.endOffset;
  void command.release();
  return bytes;
}
