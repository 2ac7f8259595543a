// An output of 1 MiB that goes on, read ten times: what came since the last reading, against all of it again.
import { renderPlainText, settlePlainText } from "@termwire/terminal/plain-text";
import { median, runBenchmark } from "./run-benchmark.mjs";

const START_BYTES = 1024 ** 2;
/** At ten readings a second, a busy build. */
const STEP_BYTES = 5000;
const READINGS = 10;

/** @param {(index: number) => string} part */
function createText(part) {
  let text = "";
  for (let index = 0; text.length < START_BYTES + READINGS * STEP_BYTES; index++) {
    text += part(index);
  }
  return Buffer.from(text);
}

const UP = "\u001B[3A";
const ERASE = "\u001B[2K";
const TEXTS = {
  "plain lines": createText(
    (index) => `line ${index}: the quick brown fox jumps over the lazy dog\n`,
  ),
  "coloured lines": createText(
    (index) => `\u001B[32m  PASS\u001B[0m \u001B[2msrc/file-${index}.test.ts\u001B[22m (12 ms)\n`,
  ),
  "progress bars": createText(
    (index) =>
      `\r${ERASE}[${"=".repeat(index % 40)}>] ${index % 101}%${index % 101 === 100 ? "\n" : ""}`,
  ),
  "rows drawn anew": createText(
    (index) => `${UP}${ERASE}pull ${index}\n${ERASE}build ${index}\n${ERASE}push ${index}\n`,
  ),
};

/** @param {Buffer} bytes */
async function measureReadings(bytes) {
  let { rest } = await settlePlainText(bytes.subarray(0, START_BYTES));
  /** @type {number[]} */
  const growing = [];
  /** @type {number[]} */
  const anew = [];
  for (let reading = 1; reading <= READINGS; reading++) {
    const end = START_BYTES + reading * STEP_BYTES;
    const startedAt = performance.now();
    const settled = await settlePlainText(
      Buffer.concat([rest, bytes.subarray(end - STEP_BYTES, end)]),
    );
    rest = settled.rest;
    await renderPlainText(rest);
    const readAt = performance.now();
    await renderPlainText(bytes.subarray(0, end));
    growing.push(readAt - startedAt);
    anew.push(performance.now() - readAt);
  }
  const [subjectMs, referenceMs] = [median(growing), median(anew)];
  return { subjectMs, referenceMs, speed: referenceMs / subjectMs };
}

const kinds = Object.entries(TEXTS);

await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: Object.fromEntries(kinds.map(([kind, bytes]) => [kind, () => measureReadings(bytes)])),
  comparisons: [],
  facts: kinds.flatMap(([kind]) => [
    {
      title: `a reading of ${kind}, of the speed of rendering all of it again`,
      subject: kind,
      metric: "speed",
    },
    { title: "    what came since", subject: kind, metric: "subjectMs" },
    { title: "    all of it", subject: kind, metric: "referenceMs" },
  ]),
});
