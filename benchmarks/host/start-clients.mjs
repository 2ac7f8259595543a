import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const AGENT = fileURLToPath(new URL("agent.mjs", import.meta.url));
const CLIENT = fileURLToPath(new URL("client.mjs", import.meta.url));

/**
 * Runs a client with the agent of this benchmark and gives what the agent measured.
 *
 * @param {string} scenario
 * @param {(agent: readonly string[]) => readonly string[]} toCommand
 */
async function runClient(scenario, toCommand) {
  const folder = mkdtempSync(join(tmpdir(), "host-benchmark-"));
  const file = join(folder, "measured.json");
  const [program = "", ...args] = toCommand([process.execPath, AGENT, scenario, file]);
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  await once(child, "close");
  try {
    /** @type {unknown} */
    const measured = JSON.parse(readFileSync(file, "utf8"));
    return /** @type {Readonly<Record<string, number>>} */ (measured); // what the agent wrote
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} scenario */
export function runOurClient(scenario) {
  return runClient(scenario, (agent) => [process.execPath, CLIENT, ...agent]);
}

/**
 * @param {string} scenario
 * @param {{ readonly node: string, readonly acpx: string }} programs
 */
export function runAcpx(scenario, { node, acpx }) {
  return runClient(scenario, (agent) => {
    const line = agent.map((part) => `'${part}'`).join(" ");
    return [node, acpx, "--approve-all", "--agent", line, "exec", "run"];
  });
}
