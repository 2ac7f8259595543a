import type { OutputLog } from "@termwire/terminal";
import type { TerminalEncoder } from "../dialects/terminal-encoder.ts";

/** Bytes in one update at most: large enough to keep up with any pipe, far under a peer's message limit. */
const CHUNK_BYTES = 512 * 1024;

/** What to follow and where to send it. */
export interface FollowOptions<Update> {
  readonly log: OutputLog;
  readonly encoder: TerminalEncoder<Update>;
  /** Resolves when the transport took the update; following waits for it, so a slow reader costs no memory. */
  readonly send: (update: Update) => Promise<void>;
  /** Aborts when the command has completed: everything it printed is in the log by then. */
  readonly completed: AbortSignal;
  /** Aborts when somebody else goes on from here: what is not sent by then is theirs. */
  readonly replaced: AbortSignal;
}

/**
 * Sends a command's output while it runs: the first byte at once, then at most one update per interval of the
 * encoder, whatever the command prints. Resolves once everything up to the completion was sent. Rejects only when
 * `send` does.
 */
export async function followOutput<Update>(options: FollowOptions<Update>): Promise<void> {
  const { log, encoder, completed, replaced } = options;
  const over = AbortSignal.any([completed, replaced]);
  let offset = 0;
  while (!over.aborted) {
    await waitForNews({ ...options, completed: over }, offset);
    if (over.aborted) break;
    offset = await sendNext(options, offset);
    await pause(encoder.intervalMs, over);
  }
  const end = log.endOffset;
  while (offset < end && !replaced.aborted) offset = await sendNext(options, offset);
}

async function sendNext<Update>(options: FollowOptions<Update>, offset: number): Promise<number> {
  const { log, encoder, send } = options;
  const slice = log.read(offset, CHUNK_BYTES);
  for (const update of await encoder.encodeOutput(slice, log)) await send(update);
  return slice.next;
}

/** Resolves on new bytes, on completion, or when output that was held back is due. */
async function waitForNews<Update>(
  { log, encoder, completed }: FollowOptions<Update>,
  offset: number,
): Promise<void> {
  const settled = new AbortController();
  const signal = AbortSignal.any([completed, settled.signal]);
  const heldBackMs = encoder.heldBackMs();
  const news = untilPast(log, offset, signal);
  await (heldBackMs === null ? news : Promise.race([news, pause(heldBackMs, signal)]));
  settled.abort();
}

async function untilPast(log: OutputLog, offset: number, signal: AbortSignal): Promise<void> {
  const more = await log.waitPast(offset, signal).catch(() => true);
  if (!more) await aborted(signal);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
