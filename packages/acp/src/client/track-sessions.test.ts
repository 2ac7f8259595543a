import { describe, expect, it } from "vitest";
import { trackSessions } from "./track-sessions.ts";

function startTracking() {
  const told: string[] = [];
  const tracker = trackSessions({
    onOpen: (sessionId, cwd) => told.push(`open ${sessionId} ${cwd}`),
    onClose: (sessionId) => told.push(`close ${sessionId}`),
  });
  const send = (id: unknown, method: string, params: object): void =>
    tracker.send({ id, method, params });
  return { tracker, told, send };
}

describe("trackSessions", () => {
  it.each(["session/new", "session/fork"])("knows a session of %s by its answer", (method) => {
    const { tracker, told, send } = startTracking();
    send(1, method, { cwd: "/p", sessionId: "old" });
    expect(told).toEqual([]);
    tracker.receive({ id: 1, result: { sessionId: "s1" } });
    expect(told).toEqual(["open s1 /p"]);
  });

  it.each(["session/load", "session/resume"])(
    "knows a session of %s at once, and closes it when it cannot be had",
    (method) => {
      const { tracker, told, send } = startTracking();
      send(1, method, { cwd: "/p", sessionId: "s1" });
      expect(told).toEqual(["open s1 /p"]);
      tracker.receive({ id: 1, error: { code: -32002, message: "no" } });
      expect(told).toEqual(["open s1 /p", "close s1"]);
    },
  );

  it("keeps a live session when loading it anew fails", () => {
    const { tracker, told, send } = startTracking();
    send(1, "session/new", { cwd: "/p" });
    tracker.receive({ id: 1, result: { sessionId: "s1" } });
    send(2, "session/load", { cwd: "/q", sessionId: "s1" });
    tracker.receive({ id: 2, error: { code: -32600, message: "busy" } });
    expect(told).toEqual(["open s1 /p", "open s1 /q"]);
  });

  it.each(["session/close", "session/delete"])("closes a session once with %s", (method) => {
    const { tracker, told, send } = startTracking();
    send(1, "session/new", { cwd: "/p" });
    tracker.receive({ id: 1, result: { sessionId: "s1" } });
    send(2, method, { sessionId: "s1" });
    send(3, method, { sessionId: "s1" });
    send(4, method, { sessionId: "unknown" });
    expect(told).toEqual(["open s1 /p", "close s1"]);
  });

  it("does nothing for refusals, other traffic and nonsense", () => {
    const { tracker, told, send } = startTracking();
    send(1, "session/new", { cwd: "/p" });
    tracker.receive({ id: 1, error: { code: -32000, message: "log in" } });
    tracker.receive({ id: 1, result: { sessionId: "late" } });
    send(2, "session/new", {});
    tracker.receive({ id: 2, result: { sessionId: 7 } });
    for (const message of [null, 1, "x", [], {}, { id: null, result: null }]) {
      tracker.receive(message);
      tracker.send(message);
    }
    tracker.receive({ id: 2, method: "terminal/create", params: { sessionId: "s9" } });
    expect(told).toEqual([]);
  });
});
