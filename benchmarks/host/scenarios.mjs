import { median } from "../run-benchmark.mjs";

/**
 * Calls a method of `terminal/*`.
 *
 * @typedef {(method: string, params: object) => Promise<Record<string, unknown>>} Call
 */

/** What every client is asked to do, in its own measure. */
const RUNS = 30;
const DRAINED_BYTES = 200_000_000;
const DRAIN_LIMIT_BYTES = 1024 ** 2;

/** Text at the rate of a disk cache: of what prints it, nothing may be the slowest part. */
const toPrinter = (/** @type {number} */ bytes) => ({
  command: "/bin/sh",
  args: ["-c", `yes 'a line of text, as long as most lines are in a log' | head -c ${bytes}`],
});

/**
 * @param {Call} call
 * @param {{ readonly command: string, readonly args: readonly string[], readonly outputByteLimit?: number }} request
 */
async function runOne(call, request) {
  const startedAt = performance.now();
  const { terminalId } = await call("create", { ...request, cwd: "/" });
  await call("wait_for_exit", { terminalId });
  const endedAt = performance.now();
  const { output } = await call("output", { terminalId });
  const readAt = performance.now();
  await call("release", { terminalId });
  return {
    endedMs: endedAt - startedAt,
    readMs: readAt - startedAt,
    tookMs: performance.now() - startedAt,
    chars: String(output).length,
  };
}

/** @param {Call} call */
async function runTrue(call) {
  /** @type {number[]} */
  const times = [];
  for (let run = -5; run < RUNS; run++) {
    const { tookMs } = await runOne(call, { command: "true", args: [] });
    if (run >= 0) times.push(tookMs);
  }
  return { tookMs: median(times) };
}

/** @param {Call} call */
async function drain(call) {
  await runOne(call, { ...toPrinter(1024), outputByteLimit: DRAIN_LIMIT_BYTES });
  const { endedMs, readMs } = await runOne(call, {
    ...toPrinter(DRAINED_BYTES),
    outputByteLimit: DRAIN_LIMIT_BYTES,
  });
  return { endedMs, readMs };
}

/** @param {number} bytes */
function retain(bytes) {
  return async (/** @type {Call} */ call) => {
    await runOne(call, { ...toPrinter(1024), outputByteLimit: bytes });
    const { endedMs, readMs, chars } = await runOne(call, {
      ...toPrinter(bytes),
      outputByteLimit: bytes,
    });
    if (chars !== bytes) throw new Error(`expected ${bytes} characters, got ${chars}`);
    return { endedMs, readMs };
  };
}

/** @type {Readonly<Record<string, (call: Call) => Promise<Readonly<Record<string, number>>>>>} */
export const SCENARIOS = {
  true: runTrue,
  drain,
  "retain 20": retain(20_000_000),
  "retain 40": retain(40_000_000),
  "retain 80": retain(80_000_000),
};
