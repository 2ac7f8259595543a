import { measureFirstLoad, measureFrames } from "./page/measure-page.mjs";
import { runBenchmark } from "./run-benchmark.mjs";

// What the page costs: bytes of its first load, time to its first card, frames while a command floods.

const FINISHED_CARDS = 50;

await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: {
    "a first load": measureFirstLoad,
    "the page at rest": () => measureFrames({ finishedCards: 0, floods: false }),
    "one flooding command": () => measureFrames({ finishedCards: 0, floods: true }),
    "fifty finished commands and one flooding": () =>
      measureFrames({ finishedCards: FINISHED_CARDS, floods: true }),
  },
  comparisons: [
    {
      title: "frames a second with one flooding command",
      subject: "one flooding command",
      reference: "the page at rest",
      metric: "framesPerSecond",
      ratio: "times",
    },
    {
      title: "frames a second with fifty finished commands and one flooding",
      subject: "fifty finished commands and one flooding",
      reference: "the page at rest",
      metric: "framesPerSecond",
      ratio: "times",
      target: "30 frames",
    },
  ],
  facts: [
    {
      title: "kilobytes of a first load, compressed",
      subject: "a first load",
      metric: "compressedKilobytes",
      target: "< 250",
    },
    {
      title: "from the end of loading to a card that can be used",
      subject: "a first load",
      metric: "firstCardMs",
      target: "< 1000 ms",
    },
    {
      title: "longest time between two frames with fifty finished commands and one flooding",
      subject: "fifty finished commands and one flooding",
      metric: "longestFrameMs",
    },
  ],
});
