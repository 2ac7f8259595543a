import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { median, runBenchmark } from "./run-benchmark.mjs";

const TERMWIRE = fileURLToPath(new URL("../apps/cli/bin/termwire.js", import.meta.url));
const AGENT = fileURLToPath(new URL("proxy/flooding-agent.mjs", import.meta.url));
const MEGABYTES = 100;
const PINGS = 200;

/**
 * @typedef {object} Message
 * @property {number} [id]
 * @property {{ update?: { _meta?: { terminal_output?: { data: string } } } }} [params]
 */

/** @param {readonly string[]} args */
function toDirect(args) {
  return [AGENT, ...args];
}

/** @param {readonly string[]} args */
function toProxied(args) {
  return [TERMWIRE, "proxy", "--", process.execPath, AGENT, ...args];
}

/**
 * Takes one turn of an agent as a client that shows terminals would: every line is parsed.
 *
 * @param {readonly string[]} args
 */
async function takeTurn(args) {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  /** @param {unknown} message */
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const clientCapabilities = { _meta: { terminal_output: true } };
  send({ id: 0, method: "initialize", params: { protocolVersion: 1, clientCapabilities } });
  let bytes = 0;
  let startMs = 0;
  let tookMs = 0;
  /** @type {number[]} */
  const latenciesMs = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const now = process.hrtime.bigint();
    const { id, params } = /** @type {Message} */ (JSON.parse(line)); // what the agent below writes
    if (id === 0) send({ id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } });
    if (id === 1) {
      startMs = performance.now();
      send({ id: 2, method: "session/prompt", params: { sessionId: "s", prompt: [] } });
    }
    const data = params?.update?._meta?.terminal_output?.data ?? "";
    bytes += data.length;
    if (data.startsWith("at ")) latenciesMs.push(Number(now - BigInt(data.slice(3).trim())) / 1e6);
    if (id === 2) {
      tookMs = performance.now() - startMs;
      child.stdin.end();
    }
  }
  return { tookMs, bytes, latencyMs: median(latenciesMs) };
}

/** @param {(args: readonly string[]) => string[]} toArgs */
async function flood(toArgs) {
  const { tookMs, bytes } = await takeTurn(toArgs([String(MEGABYTES)]));
  if (bytes < MEGABYTES * 1e6) throw new Error(`only ${bytes} bytes came`);
  return { tookMs };
}

/** @param {(args: readonly string[]) => string[]} toArgs */
async function ping(toArgs) {
  const { latencyMs } = await takeTurn(toArgs(["0", String(PINGS)]));
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
