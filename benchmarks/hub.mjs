import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import { quoteArgv } from "@termwire/terminal";
import { takeTurn } from "./proxy/take-turn.mjs";
import { runBenchmark } from "./run-benchmark.mjs";

const TERMWIRE = fileURLToPath(new URL("../apps/cli/bin/termwire.js", import.meta.url));
const AGENT = fileURLToPath(new URL("proxy/flooding-agent.mjs", import.meta.url));
const MEGABYTES = 100;
const PINGS = 200;

/** @param {readonly string[]} args */
function takeProxied(args) {
  const argv = [TERMWIRE, "proxy", "--", process.execPath, AGENT, ...args];
  const child = spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "inherit"] });
  return takeTurn({
    send: (text) => void child.stdin.write(`${text}\n`),
    texts: createInterface({ input: child.stdout }),
    end: () => void child.stdin.end(),
  });
}

/**
 * Takes a turn in a tab of `termwire web`, while others look on; then, what a reload takes.
 *
 * @param {readonly string[]} args
 * @param {number} others
 */
async function takeInTab(args, others) {
  const home = await mkdtemp(join(tmpdir(), "termwire-hub-"));
  const agent = quoteArgv([process.execPath, AGENT, ...args]);
  const child = spawn(process.execPath, [TERMWIRE, "web", "--no-open", "--agent", agent], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home },
  });
  try {
    const [line] = /** @type {[string]} */ (await once(createInterface(child.stdout), "line"));
    const page = await enter(line);
    const first = await page.open();
    const looking = await Promise.all(Array.from({ length: others }, () => page.open()));
    const turn = await takeTurn({
      send(text) {
        first.send(text);
        // The others join when there is a session to look at.
        if (text.includes('"session/prompt"')) for (const tab of looking) tab.send(LOAD);
      },
      texts: readTexts(first),
      end: () => first.close(),
    });
    return { ...turn, reloadMs: await reload(await page.open()) };
  } finally {
    child.kill("SIGINT");
    await once(child, "exit");
    await rm(home, { recursive: true });
  }
}

const LOAD = JSON.stringify({
  jsonrpc: "2.0",
  id: "load",
  method: "session/load",
  params: { sessionId: "s", cwd: "/", mcpServers: [] },
});

/** @param {string} url */
async function enter(url) {
  const { origin, host } = new URL(url);
  const { headers } = await fetch(url, { redirect: "manual" });
  const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
  return {
    async open() {
      const tab = new WebSocket(`ws://${host}/acp`, { headers: { origin, cookie } });
      await once(tab, "open");
      return tab;
    },
  };
}

/** How long it takes until a tab has everything again. @param {WebSocket} tab */
async function reload(tab) {
  const startMs = performance.now();
  tab.send(LOAD);
  for await (const text of readTexts(tab)) if (text.includes('"id":"load"')) tab.close();
  return performance.now() - startMs;
}

/** @param {WebSocket} tab */
async function* readTexts(tab) {
  const closed = new AbortController();
  tab.on("close", () => closed.abort());
  try {
    for await (const [data] of on(tab, "message", { signal: closed.signal })) yield String(data);
  } catch (error) {
    if (!closed.signal.aborted) throw error;
  }
}

await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: {
    "flood, proxy on stdio": () => takeProxied([String(MEGABYTES)]),
    "flood, one tab": () => takeInTab([String(MEGABYTES)], 0),
    "flood, three tabs": () => takeInTab([String(MEGABYTES)], 2),
    "pings, proxy on stdio": () => takeProxied(["0", String(PINGS)]),
    "pings, one tab": () => takeInTab(["0", String(PINGS)], 0),
  },
  comparisons: [
    {
      title: `${MEGABYTES} MB of output in updates of 64 kB, in one tab`,
      subject: "flood, one tab",
      reference: "flood, proxy on stdio",
      metric: "tookMs",
      ratio: "speed",
    },
    {
      title: "the same in three tabs",
      subject: "flood, three tabs",
      reference: "flood, one tab",
      metric: "tookMs",
      ratio: "speed",
    },
    {
      title: "from an agent's update to its tab, at the median",
      subject: "pings, one tab",
      reference: "pings, proxy on stdio",
      metric: "latencyMs",
      ratio: "times",
    },
  ],
  facts: [
    { title: "latency in one tab, ms", subject: "pings, one tab", metric: "latencyMs" },
    {
      title: "a reload after it, ms until the last of 8 MiB is there",
      subject: "flood, one tab",
      metric: "reloadMs",
    },
  ],
});
