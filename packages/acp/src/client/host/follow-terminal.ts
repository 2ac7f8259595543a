import type { OutputLog, TerminalEvent, TerminalId } from "@termwire/terminal";

/** One frame: what comes within it is one event. */
const FRAME_MS = 16;
/** So much does not wait for its frame: a flood must be taken before the log lets go of it. */
const FULL_BYTES = 128 * 1024;

/**
 * Passes a log on as events until it has ended or `signal` aborts: the first byte at once, then by frames. Bytes the
 * log let go of before they could be taken are said to be lost. Never rejects.
 */
export async function followTerminal(
  id: TerminalId,
  log: OutputLog,
  { emit, signal }: { readonly emit: (event: TerminalEvent) => void; readonly signal: AbortSignal },
): Promise<void> {
  let offset = 0;
  while (await hasMore(log, offset, signal)) {
    const { bytes, next, lostBytes } = log.read(offset);
    if (lostBytes > 0) emit({ type: "output-lost", id, lostBytes });
    emit({ type: "output-appended", id, bytes });
    offset = next;
    await frame(log, offset + FULL_BYTES, signal);
  }
}

function hasMore(log: OutputLog, offset: number, signal: AbortSignal): Promise<boolean> {
  return log.waitPast(offset, signal).catch(() => log.endOffset > offset);
}

async function frame(log: OutputLog, fullOffset: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const full = log
    .waitPast(fullOffset - 1, AbortSignal.any([signal, over.signal]))
    .catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FRAME_MS);
  });
  await Promise.race([full, elapsed]);
  clearTimeout(timer);
  over.abort();
}
