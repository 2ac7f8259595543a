import { measureCards } from "./cards/start-cards.mjs";
import { runBenchmark } from "./run-benchmark.mjs";

// What cards cost the page they are on: frames while one floods, the longest task, and bytes of the first load.

const FINISHED_CARDS = 50;

await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: {
    "an empty page": () => measureCards("rest"),
    "one flooding card": () => measureCards("flood"),
    "fifty finished and one flooding card": () =>
      measureCards("flood", { finishedCards: FINISHED_CARDS }),
    "ten megabytes in a second": () => measureCards("tenMegabytes"),
  },
  comparisons: [
    {
      title: "frames a second with one flooding card",
      subject: "one flooding card",
      reference: "an empty page",
      metric: "framesPerSecond",
      ratio: "times",
    },
    {
      title: "frames a second with fifty finished cards and one flooding",
      subject: "fifty finished and one flooding card",
      reference: "an empty page",
      metric: "framesPerSecond",
      ratio: "times",
      target: "30 frames",
    },
  ],
  facts: [
    {
      title:
        "the page's thread for each frame of fifty finished cards and one flooding, processor time",
      subject: "fifty finished and one flooding card",
      metric: "threadTimeOfAFrameMs",
      target: "< 33 ms, which is 30 frames",
    },
    {
      title: "longest task with fifty finished cards and one flooding, processor time",
      subject: "fifty finished and one flooding card",
      metric: "longestTaskMs",
      target: "< 50 ms",
    },
    {
      title: "longest task with ten megabytes in a second, processor time",
      subject: "ten megabytes in a second",
      metric: "longestTaskMs",
      target: "< 50 ms",
    },
    {
      title: "longest time between two frames of it, of this machine with all it does",
      subject: "ten megabytes in a second",
      metric: "longestFrameMs",
    },
    {
      title: "emulators that live with fifty finished cards and one flooding",
      subject: "fifty finished and one flooding card",
      metric: "liveCards",
      target: "1",
    },
    {
      title: "kilobytes of the element and all it needs, gzip",
      subject: "an empty page",
      metric: "gzipKilobytes",
      target: "a part of 250",
    },
  ],
});
