import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { takeTurn } from "./agent/take-turn.mjs";
import { median, runBenchmark } from "./run-benchmark.mjs";

const TIMES = 12;
/** Says the time again and again, slowly enough for every dialect to show each at once. */
const TELL_TIME = `for i in $(seq ${TIMES}); do date +%s%N; sleep 0.3; done`;

/** 300,000 lines in two seconds. */
const FLOOD =
  "i=0; while [ $i -lt 20 ]; do seq -f 'line %.0f of the flood' $((i*15000+1)) $((i*15000+15000)); i=$((i+1)); sleep 0.1; done";
const FLOOD_BYTES = Array.from(
  { length: 300_000 },
  (_, n) => `line ${n + 1} of the flood\n`,
).reduce((sum, line) => sum + line.length, 0);

/** Collects how long ago what is shown was printed. */
function createWatch() {
  const seen = new Set();
  /** @type {number[]} */
  const latenciesMs = [];
  return {
    latenciesMs,
    /** @param {string} text */
    look(text) {
      const nowMs = performance.timeOrigin + performance.now();
      for (const [told] of text.matchAll(/\b\d{19}\b/g)) {
        if (seen.has(told)) continue;
        seen.add(told);
        latenciesMs.push(nowMs - Number(told) / 1e6);
      }
    },
  };
}

/** @param {"meta" | "text" | "v2"} client */
async function watchTime(client) {
  const watch = createWatch();
  await takeTurn(client, TELL_TIME, (text) => watch.look(text));
  return toLatencies(watch.latenciesMs);
}

async function watchBareTime() {
  const watch = createWatch();
  const child = spawn("/bin/sh", ["-c", TELL_TIME], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) watch.look(line);
  return toLatencies(watch.latenciesMs);
}

/** @param {readonly number[]} latenciesMs */
function toLatencies(latenciesMs) {
  if (latenciesMs.length !== TIMES) throw new Error(`${latenciesMs.length} of ${TIMES} were shown`);
  return { latencyMs: median(latenciesMs), worstMs: Math.max(...latenciesMs) };
}

/** @param {"meta" | "text" | "v2"} client */
async function flood(client) {
  let outputs = 0;
  let wireBytes = 0;
  let firstMs = 0;
  let lastMs = 0;
  await takeTurn(client, FLOOD, (_text, bytes, isOutput) => {
    wireBytes += bytes;
    if (!isOutput) return;
    outputs += 1;
    lastMs = performance.now();
    if (outputs === 1) firstMs = lastMs;
  });
  const perSecond = outputs / ((lastMs - firstMs) / 1000);
  return { perSecond, wireTimes: wireBytes / FLOOD_BYTES };
}

const clients = /** @type {const} */ (["meta", "v2", "text"]);

await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: {
    "bare sh": watchBareTime,
    ...Object.fromEntries(clients.map((client) => [`time, ${client}`, () => watchTime(client)])),
    ...Object.fromEntries(clients.map((client) => [`flood, ${client}`, () => flood(client)])),
  },
  comparisons: clients.map((client) => ({
    title: `from a line's being printed to the client's having parsed it, ${client}`,
    subject: `time, ${client}`,
    reference: "bare sh",
    metric: "latencyMs",
    ratio: "times",
    target: "50 ms",
  })),
  facts: clients.flatMap((client) => [
    { title: `the slowest line, ${client}`, subject: `time, ${client}`, metric: "worstMs" },
    {
      title: `updates a second of 300,000 lines in two seconds, ${client}`,
      subject: `flood, ${client}`,
      metric: "perSecond",
      target: "at most 30",
    },
    {
      title: `bytes on the wire for each printed, ${client}`,
      subject: `flood, ${client}`,
      metric: "wireTimes",
      target: client === "text" ? "bounded" : "at most 1.5",
    },
  ]),
});
