import type { OutputLog } from "@termwire/terminal";
import { startTimer } from "./start-timer.ts";

/**
 * Calls `onIdle` once when nothing was added to `log` for `idleMs`, from now or from the last byte on. The returned
 * function cancels; twice is fine.
 */
export function watchIdle(log: OutputLog, idleMs: number, onIdle: () => void): () => void {
  const stopped = new AbortController();
  let newsAt = performance.now();
  let cancelTimer = (): void => undefined;

  const follow = async (): Promise<void> => {
    while (await log.waitPast(log.endOffset, stopped.signal)) newsAt = performance.now();
  };

  const wait = (delayMs: number): void => {
    cancelTimer = startTimer(delayMs, () => {
      // What came while this process was held up is read between timers and immediates.
      setImmediate(() => {
        if (stopped.signal.aborted) return;
        const leftMs = newsAt + idleMs - performance.now();
        if (leftMs > 0) return wait(Math.ceil(leftMs));
        stopped.abort();
        onIdle();
      });
    });
  };

  follow().catch(() => undefined); // it was cancelled
  wait(idleMs);
  return () => {
    stopped.abort();
    cancelTimer();
  };
}
