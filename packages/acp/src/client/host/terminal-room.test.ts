import { describe, expect, it } from "vitest";
import { resolveHostLimits } from "./host-limits.ts";
import { createTerminalRoom, type RoomUser } from "./terminal-room.ts";

/** A session of so many running and ended terminals. */
function createSession(running: number, ended: number): RoomUser & { take: () => void } {
  let [runningCount, endedCount] = [running, ended];
  return {
    get runningCount() {
      return runningCount;
    },
    get retainedCount() {
      return runningCount + endedCount;
    },
    releaseOldest() {
      if (endedCount === 0) return false;
      endedCount -= 1;
      return true;
    },
    take: () => void (runningCount += 1),
  };
}

function createRoom(limits: Parameters<typeof resolveHostLimits>[0], ...sessions: RoomUser[]) {
  return createTerminalRoom(resolveHostLimits(limits), () => sessions);
}

describe("the room for terminals", () => {
  it("makes a place of an ended terminal, and only as many as are needed", () => {
    const session = createSession(1, 3);
    const room = createRoom({ retainedPerSession: 4 }, session);
    for (let count = 0; count < 2; count++) {
      room.makeRoom(session);
      session.take();
    }
    expect(session.retainedCount).toBe(4);
    expect(session.runningCount).toBe(3);
  });

  it("takes it from the session that has most when the connection is full", () => {
    const [small, large] = [createSession(0, 1), createSession(0, 3)];
    const room = createRoom({ retainedPerConnection: 4 }, small, large);
    room.makeRoom(small);
    small.take();
    expect([small.retainedCount, large.retainedCount]).toEqual([2, 2]);
  });

  it("says whose limit was reached and which it is", () => {
    const session = createSession(2, 0);
    expect(() => createRoom({ retainedPerSession: 2 }, session).makeRoom(session)).toThrow(
      "this session has 2 terminals; release one",
    );
    expect(() => createRoom({ runningPerConnection: 2 }, session).makeRoom(session)).toThrow(
      "this agent runs 2 commands already; wait for one or kill one",
    );
    expect(session.runningCount).toBe(2);
  });
});
