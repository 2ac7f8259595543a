import { setTimeout as sleep } from "node:timers/promises";
import { runBarePty, runBareChild } from "./references.mjs";
import { median, runBenchmark } from "./run-benchmark.mjs";
import { SIZE, startCommand } from "./subject.mjs";

const RUNS = 200;
/** For what a run leaves to be done in the background. */
const PAUSE_MS = 3;

/**
 * Median times of two ways to run `true`, one after the other in turn, so that both meet the same machine. What ends a
 * run is not timed, and is over before the next one begins.
 *
 * @param {() => Promise<() => Promise<unknown>>} subject
 * @param {() => Promise<unknown>} reference
 */
async function alternate(subject, reference) {
  /** @type {{ subject: number[], reference: number[] }} */
  const times = { subject: [], reference: [] };
  for (let run = -20; run < RUNS; run++) {
    const startedAt = performance.now();
    const end = await subject();
    const completedAt = performance.now();
    await end();
    await sleep(PAUSE_MS);
    const referenceAt = performance.now();
    await reference();
    if (run >= 0) {
      times.subject.push(completedAt - startedAt);
      times.reference.push(performance.now() - referenceAt);
    }
    await sleep(PAUSE_MS);
  }
  const [subjectMs, referenceMs] = [median(times.subject), median(times.reference)];
  return { subjectMs, referenceMs, ratio: subjectMs / referenceMs };
}

/** @param {Partial<import("@termwire/terminal").CommandRequest>} [more] */
async function complete(more) {
  const command = await startCommand("/bin/true", [], more);
  await command.completed;
  return () => command.release();
}

await runBenchmark({
  url: import.meta.url,
  rounds: 5,
  variants: {
    pipes: () =>
      alternate(
        () => complete(),
        () => runBareChild("/bin/true", []),
      ),
    "pipes, against a session of its own": () =>
      alternate(
        () => complete(),
        () => runBareChild("/bin/true", [], { detached: true }),
      ),
    terminal: () =>
      alternate(
        () => complete({ size: SIZE }),
        () => runBarePty("/bin/true", []),
      ),
    "terminal that is typed to": () =>
      alternate(
        () => complete({ size: SIZE, stdin: "terminal" }),
        () => runBarePty("/bin/true", []),
      ),
  },
  comparisons: [],
  facts: [
    {
      title: "spawn to completion of `true` on pipes, times bare child_process to `close`",
      subject: "pipes",
      metric: "ratio",
      target: "at most 1.30",
    },
    { title: "    pipes", subject: "pipes", metric: "subjectMs" },
    { title: "    bare child_process", subject: "pipes", metric: "referenceMs" },
    {
      title:
        "the same, times bare child_process in a session of its own, as every command here has",
      subject: "pipes, against a session of its own",
      metric: "ratio",
    },
    {
      title: "spawn to completion of `true` on a terminal, times bare node-pty to `exit`",
      subject: "terminal",
      metric: "ratio",
      target: "at most 1.30",
    },
    { title: "    terminal", subject: "terminal", metric: "subjectMs" },
    { title: "    bare node-pty", subject: "terminal", metric: "referenceMs" },
    {
      title: "the same on a terminal that is typed to",
      subject: "terminal that is typed to",
      metric: "ratio",
    },
  ],
});
