import type { SessionBridge } from "./bridge/session-bridge.ts";
import type { HarnessSession } from "./harness.ts";

/** A session's way to its client, made by the version of the protocol that is spoken. */
export interface SessionChannel {
  readonly bridge: SessionBridge;
  /** Tells what changed of the session since it was last told; resolves when that is on its way. */
  readonly tellChanges: () => Promise<void>;
  /** Tells what commands there are, right after the answer that is on its way. */
  readonly tellCommands: () => void;
  /** The session would take a turn that nobody prompted. Absent: there is no such turn in this version. */
  readonly onFollowUpDue?: () => void;
  /** Nothing of the session is sent from now on. */
  readonly close: () => void;
}

/** What a channel is made for. */
export interface SessionParts {
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
  readonly session: HarnessSession;
}

/** One turn at work. */
export interface OpenTurn {
  readonly stop: AbortController;
  /** Settles with the turn; never rejects. */
  readonly ended: Promise<void>;
}

/** A session that is open on one connection. */
export interface OpenSession<Channel extends SessionChannel> {
  readonly sessionId: string;
  readonly cwd: string;
  readonly session: HarnessSession;
  readonly channel: Channel;
  turn: OpenTurn | null;
}

/** A turn that was told to stop, or a command that was ended, reports so within this; who does not is left. */
const SETTLE_MS = 5_000;

/**
 * Ends everything of a session: its turn, its commands, its words. Resolves when nothing of it is left and all of it
 * was told, the latter within a bound.
 */
export async function closeSession<Channel extends SessionChannel>(
  open: OpenSession<Channel>,
): Promise<void> {
  const { session, channel, turn } = open;
  session.onChange = null;
  if (session.followUps !== undefined) session.followUps.onDue = null;
  turn?.stop.abort();
  await session[Symbol.asyncDispose]();
  if (turn !== null) await within(turn.ended, SETTLE_MS);
  await channel.bridge.settle(SETTLE_MS);
  channel.close();
}

async function within(work: Promise<void>, boundMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const bound = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, boundMs);
  });
  await Promise.race([work, bound]);
  clearTimeout(timer);
}
