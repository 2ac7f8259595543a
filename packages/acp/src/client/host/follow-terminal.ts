import type { OutputLog, TerminalEvent, TerminalId } from "@termwire/terminal";

/** One frame: what comes within it is one event. */
const FRAME_MS = 16;
/** So much does not wait for its frame: a flood must be taken before the log lets go of it. */
const FULL_BYTES = 256 * 1024;

/** How a log is followed. */
export interface FollowOptions {
  /** Absolute offset to start at. */
  readonly offset: number;
  readonly emit: (event: TerminalEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Passes a log on as events until it has ended or `signal` aborts: the first byte at once, then by frames. Bytes the
 * log let go of before they could be taken are said to be lost. Resolves with the offset to go on from; never rejects.
 */
export async function followTerminal(
  id: TerminalId,
  log: OutputLog,
  { offset: from, emit, signal }: FollowOptions,
): Promise<number> {
  const frame = createFrames(log, signal);
  let offset = from;
  while (await hasMore(log, offset, signal)) {
    const { bytes, next, lostBytes } = log.read(offset);
    if (lostBytes > 0) emit({ type: "output-lost", id, lostBytes });
    emit({ type: "output-appended", id, bytes });
    offset = next;
    await frame(offset + FULL_BYTES);
  }
  return offset;
}

function hasMore(log: OutputLog, offset: number, signal: AbortSignal): Promise<boolean> {
  return log.waitPast(offset, signal).catch(() => log.endOffset > offset);
}

/**
 * A frame is over when its time has passed or when the log is full to the given offset, or to one that was given
 * before and is still to come: making and dropping a waiter for each frame would cost more than the bytes of a flood.
 */
function createFrames(log: OutputLog, signal: AbortSignal): (fullOffset: number) => Promise<void> {
  let isWatching = false;
  let endFrame = (): void => undefined;
  const watch = async (offset: number): Promise<void> => {
    isWatching = true;
    await log.waitPast(offset - 1, signal).catch(() => undefined);
    isWatching = false;
    endFrame();
  };
  return (fullOffset) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, FRAME_MS);
      endFrame = () => {
        clearTimeout(timer);
        resolve();
      };
      if (!isWatching) void watch(fullOffset); // never rejects
    });
}
