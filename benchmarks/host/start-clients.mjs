import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const AGENT = fileURLToPath(new URL("agent.mjs", import.meta.url));
const CLIENT = fileURLToPath(new URL("client.mjs", import.meta.url));

/** The slowest client takes a minute and more for one scenario, on a quiet machine. */
const SCENARIO_TIMEOUT_MS = 10 * 60 * 1000;

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
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: SCENARIO_TIMEOUT_MS,
  });
  await once(child, "close");
  try {
    if (!existsSync(file)) {
      const how = child.signalCode ?? `status ${child.exitCode}`;
      throw new Error(`${scenario}: the client ended with ${how}, and nothing was measured`);
    }
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
