import { describe, expect, it } from "vitest";
import { createRecordingTab } from "../../../test/web/support/recording-tab.ts";
import { HubSessions } from "./hub-sessions.ts";
import { toFields, toUpdate, type Fields } from "./message.ts";

const plan = (entry: unknown) => ({ sessionUpdate: "plan", entries: [entry] });

function tell(sessions: HubSessions, sessionId: string, update: Fields): void {
  sessions.findForMessage(sessionId)?.takeUpdate(update, toUpdate(sessionId, update));
}

describe("the sessions of a hub", () => {
  it("are none that nobody opened, whatever an agent tells of them", () => {
    const sessions = new HubSessions(new Set());
    expect(sessions.findForMessage("stray")).toBeNull();
    expect(sessions.list()).toEqual([]);
  });

  it("keep what comes of one before the answer that names it", () => {
    const { tab, got } = createRecordingTab();
    const sessions = new HubSessions(new Set([tab]));
    sessions.beginUnnamed();
    tell(sessions, "s", plan(1));
    expect(sessions.list()).toEqual([]);
    const session = sessions.endUnnamed("s", "/p");
    expect(sessions.list()).toMatchObject([
      { sessionId: "s", cwd: "/p", live: true, working: false },
    ]);
    expect(got).toMatchObject([
      { method: "_termwire/session_changed", params: { sessionId: "s" } },
    ]);
    got.length = 0;
    session?.show(tab);
    expect(got.map(({ params }) => toFields(params)["update"])).toEqual([plan(1)]);
  });

  it("forget what came of one that nobody named", () => {
    const sessions = new HubSessions(new Set());
    sessions.beginUnnamed();
    tell(sessions, "other", plan(1));
    expect(sessions.endUnnamed(null, "/")).toBeNull();
    expect(sessions.find("other")).toBeUndefined();
    expect(sessions.findForMessage("other")).toBeNull();
  });

  it("stay what they were when they cannot be opened again", () => {
    const sessions = new HubSessions(new Set());
    sessions.settle(sessions.begin("s", "/"));
    tell(sessions, "s", plan(1));
    const again = sessions.begin("s", "/");
    tell(sessions, "s", plan(2));
    sessions.abandon(again);
    const { tab, got } = createRecordingTab();
    sessions.get("s")?.show(tab);
    expect(got.map(({ params }) => toFields(params)["update"])).toEqual([plan(1)]);
  });

  it("are told to all when they end, and by whom they are left they are not told", () => {
    const [one, two] = [createRecordingTab(), createRecordingTab()];
    const tabs = new Set([one.tab, two.tab]);
    const sessions = new HubSessions(tabs);
    const session = sessions.begin("s", "/");
    session.show(one.tab);
    session.show(two.tab);
    sessions.settle(session);
    tabs.delete(one.tab);
    sessions.leave(one.tab);
    tell(sessions, "s", plan(1));
    sessions.setAllEnded();
    sessions.remove("s");
    sessions.remove("s");
    const methods = (got: readonly Fields[]) => got.map(({ method }) => method);
    expect(methods(one.got)).toEqual(["_termwire/session_changed"]);
    expect(methods(two.got)).toEqual([
      "_termwire/session_changed",
      "session/update",
      "_termwire/session_changed",
      "_termwire/session_closed",
    ]);
  });

  it("are at most a hundred, those that somebody looks at never forgotten", () => {
    const { tab, got } = createRecordingTab();
    const sessions = new HubSessions(new Set([tab]));
    const watched = sessions.begin("watched", "/");
    watched.show(tab);
    sessions.settle(watched);
    const working = sessions.begin("working", "/");
    working.startPrompt("p", [], tab);
    sessions.settle(working);
    for (let count = 0; count < 200; count++) sessions.settle(sessions.begin(`s${count}`, "/"));
    const ids = sessions.list().map(({ sessionId }) => sessionId);
    expect(ids).toHaveLength(100);
    expect(ids).toEqual(expect.arrayContaining(["watched", "working", "s199"]));
    // Its agent still has it: nobody is told that it is closed.
    expect(got.filter(({ method }) => method === "_termwire/session_closed")).toEqual([]);
  });
});
