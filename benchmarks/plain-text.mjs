import { renderPlainText } from "@termwire/terminal/plain-text";
import { requireFrom } from "./references.mjs";
import { median, runBenchmark } from "./run-benchmark.mjs";

const SIZE_BYTES = 1024 ** 2;
const RUNS = 9;

/** @param {(index: number) => string} line */
function createText(line) {
  let text = "";
  for (let index = 0; text.length < SIZE_BYTES; index++) text += line(index);
  return new TextEncoder().encode(text.slice(0, SIZE_BYTES));
}

const TEXTS = {
  plain: createText((index) => `line ${index}: the quick brown fox jumps over the lazy dog\n`),
  colours: createText(
    (index) => `\u001B[32m  PASS\u001B[0m \u001B[2msrc/file-${index}.test.ts\u001B[22m (12 ms)\n`,
  ),
  "progress bars": createText(
    (index) =>
      `\r\u001B[2K[${"=".repeat(index % 40)}>] ${index % 101}%${index % 101 === 100 ? "\n" : ""}`,
  ),
};

/**
 * @typedef {object} Emulator
 * @property {(bytes: Uint8Array, done: () => void) => void} write
 */

/** The emulator alone takes the bytes in; its screen would still have to be made text. */
function createEmulator() {
  const loaded = requireFrom("terminal", "@xterm/headless");
  const { Terminal } = /** @type {{ Terminal: new (options: object) => Emulator }} */ (loaded); // as its types say
  return new Terminal({
    cols: 80,
    rows: 24,
    scrollback: 100_000,
    convertEol: true,
    allowProposedApi: true,
  });
}

/** @param {Uint8Array} bytes */
async function measureBoth(bytes) {
  /** @type {number[]} */
  const subject = [];
  /** @type {number[]} */
  const reference = [];
  for (let run = -2; run < RUNS; run++) {
    const startedAt = performance.now();
    await renderPlainText(bytes);
    const renderedAt = performance.now();
    await new Promise((resolve) => {
      createEmulator().write(bytes, () => resolve(null));
    });
    if (run < 0) continue;
    subject.push(renderedAt - startedAt);
    reference.push(performance.now() - renderedAt);
  }
  const [subjectMs, referenceMs] = [median(subject), median(reference)];
  return { subjectMs, referenceMs, speed: referenceMs / subjectMs };
}

const kinds = Object.entries(TEXTS);

await runBenchmark({
  url: import.meta.url,
  rounds: 3,
  variants: Object.fromEntries(kinds.map(([kind, bytes]) => [kind, () => measureBoth(bytes)])),
  comparisons: [],
  facts: kinds.flatMap(([kind]) => [
    {
      title: `1 MiB of ${kind} to plain text, of the speed of @xterm/headless taking it in`,
      subject: kind,
      metric: "speed",
    },
    { title: "    text", subject: kind, metric: "subjectMs" },
    { title: "    @xterm/headless alone", subject: kind, metric: "referenceMs" },
  ]),
});
