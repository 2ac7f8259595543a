import { AcpError } from "../../acp-error.ts";
import type { TerminalHostLimits } from "./host-limits.ts";

/** A session, as far as its share of the connection goes. */
export interface RoomUser {
  /** Commands that run or are being started. */
  readonly runningCount: number;
  /** Terminals that were not released, and those being made. */
  readonly retainedCount: number;
  /**
   * Gives the oldest terminal that has ended away, at once; false when there is none. What may be left of its tree is
   * ended without anybody waiting for it.
   */
  releaseOldest(): boolean;
}

/** Holds the quotas of one connection. */
export interface TerminalRoom {
  /**
   * Returns when there is room for one more command, which the caller then counts before anybody else can ask. Agents
   * that never release are common: their oldest ended terminals give way before a new one is refused.
   *
   * @throws AcpError `too-many-terminals`
   */
  makeRoom(session: RoomUser): void;
}

/** Creates the room that `sessions` share. */
export function createTerminalRoom(
  limits: TerminalHostLimits,
  sessions: () => readonly RoomUser[],
): TerminalRoom {
  return {
    makeRoom(session) {
      checkRunning("this session", [session], limits.runningPerSession);
      checkRunning("this agent", sessions(), limits.runningPerConnection);
      makePlace("this session", [session], limits.retainedPerSession);
      makePlace("this agent", sessions(), limits.retainedPerConnection);
    },
  };
}

function checkRunning(whose: string, sessions: readonly RoomUser[], limit: number): void {
  const running = sessions.reduce((sum, { runningCount }) => sum + runningCount, 0);
  if (running < limit) return;
  throw new AcpError(
    "too-many-terminals",
    `${whose} runs ${limit} commands already; wait for one or kill one`,
  );
}

function makePlace(whose: string, sessions: readonly RoomUser[], limit: number): void {
  while (sessions.reduce((sum, { retainedCount }) => sum + retainedCount, 0) >= limit) {
    if (releaseOldest(sessions)) continue;
    throw new AcpError("too-many-terminals", `${whose} has ${limit} terminals; release one`);
  }
}

/** Of the session that has most. */
function releaseOldest(sessions: readonly RoomUser[]): boolean {
  return sessions
    .toSorted((one, other) => other.retainedCount - one.retainedCount)
    .some((session) => session.releaseOldest());
}
