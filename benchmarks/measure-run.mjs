/**
 * Time, processor time and growth of resident memory of something that must bring a number of bytes. It is done once before, small,
 * so that what is made once per process is not counted.
 *
 * @param {(bytes: number) => Promise<number>} run Gives the number of bytes that came.
 * @param {number} bytes
 * @param {number} [lossBytes] So many may be missing.
 */
export async function measureRun(run, bytes, lossBytes = 0) {
  await run(1024);
  globalThis.gc?.();
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const came = await run(bytes);
  const tookMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (came > bytes || came < bytes - lossBytes) {
    throw new Error(`expected ${bytes} bytes, got ${came}`);
  }
  const growthBytes = process.resourceUsage().maxRSS * 1024 - peakBytes;
  return { tookMs, cpuMs: (user + system) / 1000, growthBytes };
}
