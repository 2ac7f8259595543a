import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { takeTurn } from "./proxy/take-turn.mjs";
import { runBenchmark } from "./run-benchmark.mjs";

const TERMWIRE = fileURLToPath(new URL("../apps/cli/bin/termwire.js", import.meta.url));
const AGENT = fileURLToPath(new URL("proxy/flooding-agent.mjs", import.meta.url));
const MEGABYTES = 100;
const PINGS = 200;

/** @param {readonly string[]} args */
function toDirect(args) {
  return [AGENT, ...args];
}

/** @param {readonly string[]} args */
function toProxied(args) {
  return [TERMWIRE, "proxy", "--", process.execPath, AGENT, ...args];
}

/** @param {readonly string[]} args */
function start(args) {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  return takeTurn({
    send: (text) => void child.stdin.write(`${text}\n`),
    texts: createInterface({ input: child.stdout }),
    end: () => void child.stdin.end(),
  });
}

/** @param {(args: readonly string[]) => string[]} toArgs */
async function flood(toArgs) {
  const { tookMs, bytes } = await start(toArgs([String(MEGABYTES)]));
  if (bytes < MEGABYTES * 1e6) throw new Error(`only ${bytes} bytes came`);
  return { tookMs };
}

/** @param {(args: readonly string[]) => string[]} toArgs */
async function ping(toArgs) {
  const { latencyMs } = await start(toArgs(["0", String(PINGS)]));
  return { latencyMs };
}

await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: {
    "flood, direct": () => flood(toDirect),
    "flood, through the proxy": () => flood(toProxied),
    "pings, direct": () => ping(toDirect),
    "pings, through the proxy": () => ping(toProxied),
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
      title: "from an agent's update to its client, at the median",
      subject: "pings, through the proxy",
      reference: "pings, direct",
      metric: "latencyMs",
      ratio: "times",
    },
  ],
  facts: [
    {
      title: "added to that is at most",
      subject: "pings, through the proxy",
      metric: "latencyMs",
      target: "at most 5 ms more than direct",
    },
  ],
});
