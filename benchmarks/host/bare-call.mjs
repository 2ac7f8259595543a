import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * The least a client could do with Node's own pipes, without a wire: the newest `outputByteLimit` bytes, joined when they
 * are asked for.
 *
 * @returns {import("./scenarios.mjs").Call}
 */
export function createBareCall() {
  /** @type {Buffer[]} */
  let chunks = [];
  let kept = 0;
  /** @type {Promise<unknown>} */
  let closed = Promise.resolve();
  return async (method, params) => {
    if (method === "create") {
      const { command, args, outputByteLimit } =
        /** @type {{ command: string, args: string[], outputByteLimit?: number }} */ (params); // as the scenarios send them
      const limit = outputByteLimit ?? 1024 ** 2;
      [chunks, kept] = [[], 0];
      const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
      /** @param {Buffer} chunk */
      const keep = (chunk) => {
        chunks.push(chunk);
        kept += chunk.length;
        while (kept - (chunks[0]?.length ?? 0) >= limit) kept -= chunks.shift()?.length ?? 0;
      };
      child.stdout.on("data", keep);
      child.stderr.on("data", keep);
      closed = once(child, "close");
    }
    if (method === "wait_for_exit") await closed;
    return method === "output" ? { output: Buffer.concat(chunks).toString() } : {};
  };
}
