/** A provider sent nothing for too long. */
export class SilenceError extends Error {
  constructor(limitMs: number) {
    super(`sent nothing for ${Math.round(limitMs / 1000)} s`);
    this.name = "SilenceError";
  }
}

/**
 * Waits for the next thing a provider sends, at most `limitMs`. What happens between two waits, such as a client that
 * reads slowly, does not count.
 *
 * @throws SilenceError, after which nothing is waited for; aborting what is read is the caller's.
 */
export async function waitInSilence<Value>(next: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SilenceError(limitMs)), limitMs);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits; resolves early when `signal` aborts. */
export function waitUnlessAborted(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal.addEventListener("abort", done, { once: true });
  });
}
