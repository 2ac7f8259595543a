import { spawn } from "node:child_process";

const ROW = "x".repeat(79);

/**
 * Has `termwire run` show a command that prints, from the first byte to the end. A reader that is too slow is shown less:
 * `bytes` are those shown and those said not to be.
 *
 * @param {string} termwire
 * @param {{ agent: string, megabytes: number }} options The agent's command line.
 */
export async function runCommand(termwire, { agent, megabytes }) {
  const rows = Math.ceil((megabytes * 1e6) / (ROW.length + 1));
  const args = [termwire, "run", "--as", "meta", "--agent", agent, `yes ${ROW} | head -n ${rows}`];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  /** @type {Buffer[]} */
  const chunks = [];
  // Who starts more programs starts later, whatever it prints.
  let startMs = 0;
  child.stdout.on("data", (/** @type {Buffer} */ chunk) => {
    if (chunks.length === 0) startMs = performance.now();
    chunks.push(chunk);
  });
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.once("close", resolve);
  });
  const tookMs = performance.now() - startMs;
  if (code !== 0) throw new Error(`termwire run ended with ${code}`);
  const shown = Buffer.concat(chunks);
  const lost = [...shown.toString("latin1").matchAll(/ (\d+) bytes not shown\]/g)];
  const bytes = lost.reduce((sum, [, count]) => sum + Number(count), shown.length);
  return { tookMs, bytes, shownBytes: shown.length };
}
