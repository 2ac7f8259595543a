import { measureRun } from "./measure-run.mjs";
import { runBareChild } from "./references.mjs";
import { runBenchmark } from "./run-benchmark.mjs";
import { runCommand } from "./subject.mjs";

const WRITE_BYTES = 64;
const MEGABYTE = 1_000_000;

/** @param {number} bytes */
const args = (bytes) => [
  "if=/dev/zero",
  `bs=${WRITE_BYTES}`,
  `count=${bytes / WRITE_BYTES}`,
  "status=none",
];

/** @param {number} megabytes */
const measureSubject = (megabytes) =>
  measureRun(
    (bytes) => runCommand("dd", args(bytes), { outputLimitBytes: 1024 ** 2 }),
    megabytes * MEGABYTE,
  );

await runBenchmark({
  url: import.meta.url,
  rounds: 5,
  variants: {
    "20 MB": () => measureSubject(20),
    "40 MB": () => measureSubject(40),
    "80 MB": () => measureSubject(80),
    "bare child_process, 80 MB": () =>
      measureRun((bytes) => runBareChild("dd", args(bytes)), 80 * MEGABYTE),
  },
  comparisons: [
    {
      title: "twice as many writes of 64 bytes, 40 MB",
      subject: "40 MB",
      reference: "20 MB",
      metric: "tookMs",
      ratio: "times",
      target: "2: linear",
    },
    {
      title: "four times as many, 80 MB",
      subject: "80 MB",
      reference: "20 MB",
      metric: "tookMs",
      ratio: "times",
      target: "4: linear",
    },
    {
      title: "80 MB in writes of 64 bytes",
      subject: "80 MB",
      reference: "bare child_process, 80 MB",
      metric: "tookMs",
      ratio: "speed",
    },
  ],
  facts: [
    { title: "growth of resident memory, 80 MB", subject: "80 MB", metric: "growthBytes" },
    {
      title: "growth of resident memory, bare child_process, 80 MB",
      subject: "bare child_process, 80 MB",
      metric: "growthBytes",
    },
  ],
});
