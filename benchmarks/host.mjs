import { installAcpx } from "../interop/acpx/install-acpx.mjs";
import { createBareCall } from "./host/bare-call.mjs";
import { SCENARIOS } from "./host/scenarios.mjs";
import { runAcpx, runOurClient } from "./host/start-clients.mjs";
import { runBenchmark } from "./run-benchmark.mjs";

const isVariant = process.argv.includes("--variant");
const acpx = isVariant ? null : await installAcpx();
if (acpx !== null) process.env["ACPX_FOLDER"] ??= acpx.folder;
/** @type {Record<string, () => Promise<import("./run-benchmark.mjs").Measured>>} */
const variants = {};
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  variants[`${name}, our host`] = () => runOurClient(name);
  variants[`${name}, bare child_process`] = () => scenario(createBareCall());
  // A minute and more each: the larger ones only when asked for.
  if (!/[48]0$/.test(name) || process.env["ACPX_ALL"] !== undefined) {
    variants[`${name}, acpx`] = async () => runAcpx(name, await installAcpx());
  }
}

try {
  await runBenchmark({
    url: import.meta.url,
    rounds: 3,
    variants,
    comparisons: [
      {
        title: "create, wait, output, release of `true`",
        subject: "true, our host",
        reference: "true, bare child_process",
        metric: "tookMs",
        ratio: "times",
      },
      {
        title: "the same",
        subject: "true, our host",
        reference: "true, acpx",
        metric: "tookMs",
        ratio: "times",
      },
      ...compare("drain", {
        title: "drain of 200 MB at a limit of 1 MiB, to the end",
        metric: "endedMs",
        target: "at least 0.85",
      }),
      ...compare("retain 20", { title: "20 MB retained, to the end", metric: "endedMs" }),
      ...compare("retain 40", { title: "40 MB retained, to the end", metric: "endedMs" }),
      ...compare("retain 80", { title: "80 MB retained, to the end", metric: "endedMs" }),
      ...compare("retain 80", { title: "80 MB retained and read back", metric: "readMs" }),
    ],
    facts: [
      {
        title: "create, wait, output, release of `true`",
        subject: "true, our host",
        metric: "tookMs",
        target: "at most 5 ms",
      },
      {
        title: "80 MB retained",
        subject: "retain 80, our host",
        metric: "endedMs",
        target: "at most 500 ms",
      },
    ],
  });
} finally {
  acpx?.remove();
}

/**
 * Against each reference that was run; the target is for the first.
 *
 * @param {string} scenario
 * @param {{ readonly title: string, readonly metric: string, readonly target?: string }} what
 * @returns {import("./run-benchmark.mjs").Comparison[]}
 */
function compare(scenario, { title, metric, target }) {
  const subject = `${scenario}, our host`;
  const references = [`${scenario}, bare child_process`, `${scenario}, acpx`];
  return references
    .filter((reference) => reference in variants)
    .map((reference, index) => ({
      title,
      subject,
      reference,
      metric,
      ratio: "speed",
      ...(index === 0 && target !== undefined && { target }),
    }));
}
