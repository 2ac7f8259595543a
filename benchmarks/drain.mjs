import { runBareReads } from "./drain/bare-reads.mjs";
import { measureRun } from "./measure-run.mjs";
import { runBarePty, runBareChild } from "./references.mjs";
import { runBenchmark } from "./run-benchmark.mjs";
import { runCommand, SIZE } from "./subject.mjs";

const PIPE_BYTES = 1024 ** 3;
/** A terminal moves a tenth of what a pipe does. */
const PTY_BYTES = 256 * 1024 ** 2;
/** What the reference may lose of it: the last reads. */
const LOSS_BYTES = 64 * 1024;

const FILE = "head";
/** @param {number} bytes */
const args = (bytes) => ["-c", String(bytes), "/dev/zero"];
const outputLimitBytes = 1024 ** 2;

/** What most programs print: the terminal looks at each of its line ends. */
const LINE = "a line of text, as long as most lines are in a log";
const LINE_BYTES = 64 * 1024 ** 2;

/** @param {string} file @param {readonly string[]} words */
const runOnTerminal = (file, words) => runCommand(file, words, { outputLimitBytes, size: SIZE });

/**
 * The carriage returns that the terminal adds are not counted, nor are the last reads that the reference may lose.
 *
 * @param {(file: string, args: readonly string[]) => Promise<number>} run
 * @param {number} bytes
 */
async function runLines(run, bytes) {
  const came = await run("/bin/sh", ["-c", `yes '${LINE}' | head -c ${bytes}`]);
  const lines = Math.floor(bytes / (LINE.length + 1));
  if (came < bytes + lines - LOSS_BYTES) throw new Error(`expected ${bytes} bytes, got ${came}`);
  return bytes;
}

await runBenchmark({
  url: import.meta.url,
  rounds: 5,
  variants: {
    pipes: () =>
      measureRun((bytes) => runCommand(FILE, args(bytes), { outputLimitBytes }), PIPE_BYTES),
    "bare child_process": () => measureRun((bytes) => runBareChild(FILE, args(bytes)), PIPE_BYTES),
    terminal: () => measureRun((bytes) => runOnTerminal(FILE, args(bytes)), PTY_BYTES),
    "bare node-pty": () =>
      measureRun((bytes) => runBarePty(FILE, args(bytes)), PTY_BYTES, LOSS_BYTES),
    "terminal, only read": () =>
      measureRun((bytes) => runBareReads(FILE, args(bytes)), PTY_BYTES, LOSS_BYTES),
    ...Object.fromEntries(
      Object.entries({
        "lines on a terminal": runOnTerminal,
        "lines, bare node-pty": runBarePty,
        "lines, only read": runBareReads,
      }).map(([name, run]) => [
        name,
        () => measureRun((bytes) => runLines(run, bytes), LINE_BYTES),
      ]),
    ),
    "pipes with a spill file": () =>
      measureRun(
        (bytes) => runCommand(FILE, args(bytes), { outputLimitBytes, spill: true }),
        PIPE_BYTES,
      ),
  },
  comparisons: [
    {
      title: "drain of 1 GiB through pipes, 1 MiB kept",
      subject: "pipes",
      reference: "bare child_process",
      metric: "tookMs",
      ratio: "speed",
      target: "at least 0.85",
    },
    {
      title: "drain of 256 MiB through a terminal, 1 MiB kept",
      subject: "terminal",
      reference: "bare node-pty",
      metric: "tookMs",
      ratio: "speed",
      target: "at least 1.20",
    },
    {
      title: "the same, against a loop that does nothing but read",
      subject: "terminal",
      reference: "terminal, only read",
      metric: "tookMs",
      ratio: "speed",
    },
    {
      title: "drain of 64 MiB of lines through a terminal",
      subject: "lines on a terminal",
      reference: "lines, bare node-pty",
      metric: "tookMs",
      ratio: "speed",
      target: "at least 1.20",
    },
    {
      title: "the same, against a loop that does nothing but read",
      subject: "lines on a terminal",
      reference: "lines, only read",
      metric: "tookMs",
      ratio: "speed",
    },
    {
      title: "processor time of it in this process, the kernel's work for it included",
      subject: "terminal",
      reference: "bare node-pty",
      metric: "cpuMs",
      ratio: "times",
    },
    {
      title: "the same 1 GiB with a spill file of 256 MiB",
      subject: "pipes with a spill file",
      reference: "bare child_process",
      metric: "tookMs",
      ratio: "speed",
    },
  ],
  facts: [
    {
      title: "growth of resident memory, pipes",
      subject: "pipes",
      metric: "growthBytes",
      target: "under 64 MiB",
    },
    {
      title: "growth of resident memory, bare child_process",
      subject: "bare child_process",
      metric: "growthBytes",
    },
    {
      title: "growth of resident memory, terminal",
      subject: "terminal",
      metric: "growthBytes",
      target: "under 64 MiB",
    },
    {
      title: "growth of resident memory, bare node-pty",
      subject: "bare node-pty",
      metric: "growthBytes",
    },
  ],
});
