/** The longest delay a timer of the runtime takes; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls `onElapsed` after `delayMs`, however long that is. The returned function cancels; twice is fine. */
export function startTimer(delayMs: number, onElapsed: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, MAX_TIMER_MS);
    timer = setTimeout(() => {
      if (leftMs > stepMs) wait(leftMs - stepMs);
      else onElapsed();
    }, stepMs);
  };
  wait(delayMs);
  return () => clearTimeout(timer);
}
