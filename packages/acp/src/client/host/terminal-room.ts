import { AcpError } from "../../acp-error.ts";
import type { TerminalHostLimits } from "./host-limits.ts";

/** A session, as far as its share of the connection goes. */
export interface RoomUser {
  /** Commands that run or are being started. */
  readonly runningCount: number;
  /** Terminals that were not released, and those being made. */
  readonly retainedCount: number;
  /** Gives the oldest terminal that has ended away; false when there is none. */
  releaseOldest(): Promise<boolean>;
}

/** Holds the quotas of one connection. */
export interface TerminalRoom {
  /**
   * Runs `take`, which must count what it takes at once, when there is room for one more command. Agents that never
   * release are common: their oldest ended terminals give way before a new one is refused. One asks after the other, so
   * that what is asked for at the same time cannot have the same place.
   *
   * @throws AcpError `too-many-terminals`
   */
  reserve(session: RoomUser, take: () => void): Promise<void>;
}

/** Creates the room that `sessions` share. */
export function createTerminalRoom(
  limits: TerminalHostLimits,
  sessions: () => readonly RoomUser[],
): TerminalRoom {
  let last: Promise<void> = Promise.resolve();
  const reserve = async (session: RoomUser, take: () => void): Promise<void> => {
    checkRunning("this session", [session], limits.runningPerSession);
    checkRunning("this agent", sessions(), limits.runningPerConnection);
    await makePlace("this session", () => [session], limits.retainedPerSession);
    await makePlace("this agent", sessions, limits.retainedPerConnection);
    take();
  };
  return {
    reserve(session, take) {
      const reserved = last.then(() => reserve(session, take));
      last = reserved.catch(() => undefined);
      return reserved;
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

async function makePlace(
  whose: string,
  sessions: () => readonly RoomUser[],
  limit: number,
): Promise<void> {
  while (sessions().reduce((sum, { retainedCount }) => sum + retainedCount, 0) >= limit) {
    if (await releaseOldest(sessions())) continue;
    throw new AcpError("too-many-terminals", `${whose} has ${limit} terminals; release one`);
  }
}

/** Of the session that has most. */
async function releaseOldest(sessions: readonly RoomUser[]): Promise<boolean> {
  const byShare = sessions.toSorted((one, other) => other.retainedCount - one.retainedCount);
  for (const session of byShare) if (await session.releaseOldest()) return true;
  return false;
}
