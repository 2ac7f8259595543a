import { describe, expect, it } from "vitest";
import { applyTerminalEvent, toEnding, toTerminalId, type Ending } from "@termwire/terminal";
import { toCardStatus } from "./card-status.ts";

const id = toTerminalId("t1");
const running = applyTerminalEvent(undefined, {
  type: "terminal-started",
  id,
  command: "make",
  cwd: "/repo",
  size: null,
  startedAtMs: 0,
});
const ended = (ending: Ending) =>
  applyTerminalEvent(running, { type: "terminal-ended", id, ending, durationMs: 1 });

describe("the status of a card", () => {
  it("is pending before anything was heard of its terminal", () => {
    expect(toCardStatus(undefined)).toEqual({ kind: "pending", tone: "quiet", exit: null });
  });

  it("is running, or waiting for somebody to type", () => {
    expect(toCardStatus(running).kind).toBe("running");
    const waiting = applyTerminalEvent(running, { type: "waiting-changed", id, isWaiting: true });
    expect(toCardStatus(waiting)).toMatchObject({ kind: "waiting", tone: "attention" });
  });

  it.each([
    [{ kind: "exited", code: 0, cause: "exit" }, "exited", "good"],
    [{ kind: "exited", code: 3, cause: "exit" }, "exited", "bad"],
    [{ kind: "signaled", signal: "SIGKILL", cause: "exit" }, "signaled", "bad"],
    [{ kind: "lost", reason: "not told", cause: "exit" }, "lost", "bad"],
    [{ kind: "signaled", signal: "SIGTERM", cause: "timeout" }, "timed-out", "bad"],
    [{ kind: "exited", code: 0, cause: "stopped" }, "stopped", "quiet"],
    [{ kind: "lost", reason: "turn ended", cause: "cancelled" }, "cancelled", "quiet"],
    [{ kind: "lost", reason: "refused", cause: "denied" }, "denied", "quiet"],
    [{ kind: "exited", code: 127, cause: "not-started" }, "not-started", "bad"],
    [{ kind: "lost", reason: "agent gone", cause: "disconnected" }, "lost", "bad"],
  ] satisfies [Ending, string, string][])("of %j is %s, and looks %s", (ending, kind, tone) => {
    expect(toCardStatus(ended(ending))).toMatchObject({ kind, tone });
  });

  it("never looks good when something cut the command short, whatever its code", () => {
    for (const cause of ["timeout", "stopped", "cancelled", "denied", "not-started"] as const) {
      const status = toCardStatus(ended(toEnding({ kind: "exited", code: 0 }, cause)));
      expect(status.tone).not.toBe("good");
    }
  });
});
