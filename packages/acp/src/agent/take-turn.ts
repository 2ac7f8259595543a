import type { TurnStopReason } from "./harness.ts";
import type { OpenSession, SessionChannel } from "./open-session.ts";

/**
 * Works on one turn of a session that is at none. Resolves with why it stopped: whatever came of the work, a turn that was
 * cancelled is told as that. `request` aborts it as the session's own cancel does.
 */
export async function takeTurn<Channel extends SessionChannel>(
  open: OpenSession<Channel>,
  request: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<TurnStopReason>,
): Promise<TurnStopReason> {
  const stop = new AbortController();
  const signal = request === undefined ? stop.signal : AbortSignal.any([stop.signal, request]);
  const working = work(signal);
  const clear = (): void => {
    open.turn = null;
  };
  open.turn = { stop, ended: working.then(clear, clear) };
  const stopReason = await working.catch((error: unknown) => {
    if (signal.aborted) return "cancelled" as const;
    throw error;
  });
  return signal.aborted ? "cancelled" : stopReason;
}
