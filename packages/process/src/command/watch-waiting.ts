import type { OutputLog } from "@termwire/terminal";

/** What tells whether a command waits for somebody to type. */
export interface WaitingSource {
  readonly log: OutputLog;
  /** Null where the system does not tell. */
  readonly isRead: () => boolean | null;
  /** The command has ended. */
  readonly exited: Promise<unknown>;
}

/** How soon a command that has gone quiet is looked at; the pause doubles while nothing changes. */
const FIRST_LOOK_MS = 100;

/** A person who is asked something notices no later. */
const MAX_LOOK_MS = 1_000;

/** A program that reads between two steps waits for nobody: it has to be seen reading that often. */
const LOOKS_IN_A_ROW = 2;

/**
 * Tells when a command begins to wait for somebody to type and when that is over. It is looked at only while it prints
 * nothing, less and less often. The returned function ends that; twice is fine.
 */
export function watchWaiting(
  source: WaitingSource,
  onChange: (isWaiting: boolean) => void,
): () => void {
  let timer: NodeJS.Timeout | null = null;
  let seenOffset = source.log.endOffset;
  let isWaiting = false;
  let readsInARow = 0;
  let open = true;

  const tell = (now: boolean): void => {
    if (now === isWaiting) return;
    isWaiting = now;
    onChange(now);
  };

  const lookIn = (delayMs: number): void => {
    timer = setTimeout(() => look(delayMs), delayMs).unref();
  };

  const look = (delayMs: number): void => {
    const isQuiet = source.log.endOffset === seenOffset;
    seenOffset = source.log.endOffset;
    const isRead = (isQuiet || isWaiting) && source.isRead() === true;
    readsInARow = isRead ? readsInARow + 1 : 0;
    const isSettled = isQuiet && isRead === isWaiting;
    lookIn(isSettled ? Math.min(delayMs * 2, MAX_LOOK_MS) : FIRST_LOOK_MS);
    tell(isWaiting ? isRead : readsInARow >= LOOKS_IN_A_ROW);
  };

  const stop = (): void => {
    open = false;
    if (timer !== null) clearTimeout(timer);
  };

  void source.exited.then(() => {
    if (!open) return;
    stop();
    tell(false);
  });
  lookIn(FIRST_LOOK_MS);
  return stop;
}
