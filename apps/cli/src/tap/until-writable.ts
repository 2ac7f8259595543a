import { once } from "node:events";
import type { Writable } from "node:stream";

/** Resolves when a stream takes more, or never will again. Never rejects. */
export async function untilWritable(target: Writable): Promise<void> {
  if (!target.writable || !target.writableNeedDrain) return;
  const settled = new AbortController();
  const { signal } = settled;
  const waits = ["drain", "close", "error"].map((event) => once(target, event, { signal }));
  await Promise.race(waits).catch(() => undefined);
  settled.abort();
  await Promise.allSettled(waits);
}
