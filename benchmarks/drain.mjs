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

await runBenchmark({
  url: import.meta.url,
  rounds: 5,
  variants: {
    pipes: () =>
      measureRun((bytes) => runCommand(FILE, args(bytes), { outputLimitBytes }), PIPE_BYTES),
    "bare child_process": () => measureRun((bytes) => runBareChild(FILE, args(bytes)), PIPE_BYTES),
    terminal: () =>
      measureRun(
        (bytes) => runCommand(FILE, args(bytes), { outputLimitBytes, size: SIZE }),
        PTY_BYTES,
      ),
    "bare node-pty": () =>
      measureRun((bytes) => runBarePty(FILE, args(bytes)), PTY_BYTES, LOSS_BYTES),
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
