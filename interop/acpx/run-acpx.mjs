import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TERMWIRE = fileURLToPath(new URL("../../apps/cli/bin/termwire.js", import.meta.url));

/** Longer than any step here takes, so that a client that hangs is a failure and not a wait. */
const RUN_LIMIT_MS = 60_000;

/**
 * What was printed by one run.
 *
 * @typedef {object} AcpxRun
 * @property {number | null} status
 * @property {string} stdout
 */

/**
 * Creates an acpx that has a home of its own, works in one directory and drives our agent.
 *
 * @param {object} options
 * @param {import("./install-acpx.mjs").InstalledAcpx} options.installed
 * @param {string} options.home
 * @param {string} options.directory
 */
export function createAcpx({ installed, home, directory }) {
  const agent = [process.execPath, TERMWIRE, "agent"].map((part) => `'${part}'`).join(" ");
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: `${home}/state` };
  const fixed = ["--agent", agent, "--cwd", directory, "--approve-all", "--ttl", "60"];

  /**
   * Runs one of its commands to the end.
   *
   * @param {readonly string[]} args
   * @returns {Promise<AcpxRun>}
   */
  async function run(args) {
    const child = spawn(installed.node, [installed.acpx, ...fixed, ...args], {
      env,
      cwd: directory,
      stdio: ["ignore", "pipe", "inherit"],
      timeout: RUN_LIMIT_MS,
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      stdout += text;
    });
    await once(child, "close");
    return { status: child.exitCode, stdout };
  }

  /** Every process that has this home: acpx, the agent, and its commands. */
  function listProcesses() {
    const marker = `\0HOME=${home}\0`;
    return readdirSync("/proc")
      .filter((name) => /^\d+$/u.test(name))
      .filter((pid) => `\0${readProc(pid, "environ")}`.includes(marker))
      .map((pid) => ({ pid: Number(pid), line: readProc(pid, "cmdline").replaceAll("\0", " ") }));
  }

  /** Ends the processes in which acpx keeps agents; those end by themselves then. */
  function stopOwners() {
    for (const { pid, line } of listProcesses()) {
      if (line.includes(installed.acpx)) process.kill(pid, "SIGTERM");
    }
  }

  return { run, listProcesses, stopOwners };
}

/**
 * @param {string} pid
 * @param {string} file
 */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // it has ended, or is another user's
  }
}
