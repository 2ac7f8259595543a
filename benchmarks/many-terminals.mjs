import { spawn } from "node:child_process";
import { once } from "node:events";
import { startBarePty } from "./references.mjs";
import { runBenchmark } from "./run-benchmark.mjs";
import { runCommand, SIZE, startCommand } from "./subject.mjs";

const COUNT = 200;
const LINE = "echo running; exec sleep 86400";

/**
 * What this process takes more for each of many commands that have printed a line and run.
 *
 * @param {() => Promise<() => unknown>} start Resolves when one runs, with what ends it.
 */
async function measureEach(start) {
  const warm = await start();
  await warm();
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  const ends = [];
  for (let index = 0; index < COUNT; index++) ends.push(await start());
  const tookMs = performance.now() - startedAt;
  globalThis.gc?.();
  const eachBytes = (process.memoryUsage.rss() - before) / COUNT;
  const endedAt = performance.now();
  await Promise.all(ends.map((end) => end()));
  return { eachBytes, startMs: tookMs / COUNT, endMs: performance.now() - endedAt };
}

/** @param {Partial<import("@termwire/terminal").CommandRequest>} more */
async function startSubject(more) {
  const command = await startCommand("/bin/sh", ["-c", LINE], more);
  await command.output.waitPast(0);
  return () => command.release();
}

async function startChild() {
  const child = spawn("/bin/sh", ["-c", LINE], { stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.resume();
  await once(child.stdout, "data");
  child.stdout.resume();
  return async () => {
    child.kill();
    await once(child, "close");
  };
}

async function startPty() {
  const pty = startBarePty("/bin/sh", ["-c", LINE]);
  await new Promise((resolve) => {
    pty.onData(() => resolve(null));
  });
  return () =>
    new Promise((resolve) => {
      pty.onExit(() => resolve(null));
      pty.kill();
    });
}

await runCommandOnce();
await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: {
    pipes: () => measureEach(() => startSubject({})),
    "bare child_process": () => measureEach(startChild),
    terminal: () => measureEach(() => startSubject({ size: SIZE })),
    "bare node-pty": () => measureEach(startPty),
  },
  comparisons: [
    {
      title: "resident memory of each of 200 running commands, pipes",
      subject: "pipes",
      reference: "bare child_process",
      metric: "eachBytes",
      ratio: "times",
    },
    {
      title: "resident memory of each of 200 running commands, terminals",
      subject: "terminal",
      reference: "bare node-pty",
      metric: "eachBytes",
      ratio: "times",
    },
    {
      title: "time to start each and see its first line, pipes",
      subject: "pipes",
      reference: "bare child_process",
      metric: "startMs",
      ratio: "times",
    },
    {
      title: "time to start each and see its first line, terminals",
      subject: "terminal",
      reference: "bare node-pty",
      metric: "startMs",
      ratio: "times",
    },
  ],
  facts: [
    { title: "to end all 200 with their trees, pipes", subject: "pipes", metric: "endMs" },
    { title: "to end all 200 with their trees, terminals", subject: "terminal", metric: "endMs" },
  ],
});

/** What is made once per process is not part of a command's memory. */
async function runCommandOnce() {
  if (process.argv.includes("--variant")) await runCommand("/bin/true", []);
}
