import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { runCommand } from "./proxy/run-command.mjs";
import { takeSdkTurn } from "./proxy/sdk-client.mjs";
import { takeTurn } from "./proxy/take-turn.mjs";
import { runBenchmark } from "./run-benchmark.mjs";

const TERMWIRE = fileURLToPath(new URL("../apps/cli/bin/termwire.js", import.meta.url));
const AGENT = fileURLToPath(new URL("proxy/flooding-agent.mjs", import.meta.url));
const SDK_AGENT = fileURLToPath(new URL("proxy/sdk-agent.mjs", import.meta.url));
const MEGABYTES = 100;
const PINGS = 200;
const FLOOD = [AGENT, String(MEGABYTES)];
const SDK_FLOOD = [SDK_AGENT, String(MEGABYTES)];

/**
 * A way to the agent of these arguments.
 *
 * @typedef {(args: readonly string[]) => readonly string[]} Route
 */

/** @type {Route} */
const direct = (args) => args;

/** @type {Route} */
const proxied = (args) => [TERMWIRE, "proxy", "--", process.execPath, ...args];

/** @param {readonly string[]} args */
function start(args) {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  return takeTurn({
    send: (text) => void child.stdin.write(`${text}\n`),
    texts: createInterface({ input: child.stdout }),
    end: () => void child.stdin.end(),
  });
}

/** @param {Promise<{ tookMs: number, bytes: number, shownBytes?: number }>} turn */
async function flood(turn) {
  const { tookMs, bytes, shownBytes = bytes } = await turn;
  if (bytes < MEGABYTES * 1e6) throw new Error(`only ${bytes} bytes came`);
  return { tookMs, shownBytes };
}

/** @param {Route} route */
async function ping(route) {
  const { latencyMs } = await start(route([AGENT, "0", String(PINGS)]));
  return { latencyMs };
}

/** @param {Route} route */
function run(route) {
  const agent = [process.execPath, ...route([TERMWIRE, "agent"])].map((word) => `'${word}'`);
  return runCommand(TERMWIRE, { agent: agent.join(" "), megabytes: MEGABYTES });
}

await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: {
    "flood, direct": () => flood(start(direct(FLOOD))),
    "flood, through the proxy": () => flood(start(proxied(FLOOD))),
    "flood of the SDK's, direct": () => flood(takeSdkTurn(direct(SDK_FLOOD))),
    "flood of the SDK's, through the proxy": () => flood(takeSdkTurn(proxied(SDK_FLOOD))),
    "a command, direct": () => flood(run(direct)),
    "a command, through the proxy": () => flood(run(proxied)),
    "pings, direct": () => ping(direct),
    "pings, through the proxy": () => ping(proxied),
  },
  comparisons: [
    {
      title: `${MEGABYTES} MB of output in updates of 64 kB`,
      subject: "flood, through the proxy",
      reference: "flood, direct",
      metric: "tookMs",
      ratio: "speed",
      target: "at least 0.7",
    },
    {
      title: "the same between an agent and a client of the SDK",
      subject: "flood of the SDK's, through the proxy",
      reference: "flood of the SDK's, direct",
      metric: "tookMs",
      ratio: "speed",
      target: "at least 0.7",
    },
    {
      title: `${MEGABYTES} MB of a command of termwire agent, shown by termwire run`,
      subject: "a command, through the proxy",
      reference: "a command, direct",
      metric: "tookMs",
      ratio: "speed",
      target: "at least 0.7",
    },
    {
      title: "from an agent's update to its client, at the median",
      subject: "pings, through the proxy",
      reference: "pings, direct",
      metric: "latencyMs",
      ratio: "times",
    },
  ],
  facts: [
    ...["a command, direct", "a command, through the proxy"].map((subject) => ({
      title: `${subject}: shown of it`,
      subject,
      metric: "shownBytes",
    })),
    {
      title: "added to that is at most",
      subject: "pings, through the proxy",
      metric: "latencyMs",
      target: "at most 5 ms more than direct",
    },
  ],
});
