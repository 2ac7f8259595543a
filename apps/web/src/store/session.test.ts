import { describe, expect, it } from "vitest";
import type { TerminalEvent } from "@termwire/terminal";
import { parsePermission } from "../permission/permission-prompt.ts";
import type { CardDescription } from "./session-card.ts";
import { Session } from "./session.ts";

function open() {
  const cards: { events: TerminalEvent[]; about: CardDescription | null }[] = [];
  const counts = { changes: 0 };
  const session = new Session({
    sessionId: "s",
    cwd: "/p",
    introduction: {
      params: { protocolVersion: 1, clientCapabilities: { _meta: { terminal_output: true } } },
      result: { protocolVersion: 1 },
    },
    createCard: () => {
      const card = { events: [] as TerminalEvent[], about: null as CardDescription | null };
      cards.push(card);
      return {
        element: card,
        apply: (event) => card.events.push(event),
        describe: (about) => void (card.about = about),
        speak: () => undefined,
      };
    },
    onChange: () => void counts.changes++,
    nowMs: () => 1_000,
  });
  const update = (members: object) => session.update({ sessionId: "s", update: members });
  return { session, cards, counts, update };
}

const announce = (id: string, members: object = {}) => ({
  sessionUpdate: "tool_call",
  toolCallId: id,
  title: "npm test",
  kind: "execute",
  status: "in_progress",
  content: [{ type: "terminal", terminalId: id }],
  rawInput: { command: "npm test", description: "Runs the tests" },
  _meta: { terminal_info: { terminal_id: id } },
  ...members,
});
const output = (id: string, data: string) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: id,
  _meta: { terminal_output: { terminal_id: id, data } },
});
const exit = (id: string, exit_code: number) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: id,
  status: exit_code === 0 ? "completed" : "failed",
  _meta: { terminal_exit: { terminal_id: id, exit_code, signal: null } },
});

describe("a command of a session", () => {
  it("has a card that gets its events, its directory and what it is for", () => {
    const { session, cards, update } = open();
    update(announce("t"));
    update(output("t", "ok\n"));
    update(exit("t", 3));
    expect(cards).toHaveLength(1);
    expect(cards[0]?.about).toEqual({ description: "Runs the tests", isInteractive: false });
    const types = cards[0]?.events.map(({ type }) => type);
    expect(types).toEqual(["terminal-started", "output-appended", "terminal-ended"]);
    expect(session.view.terminals[0]).toMatchObject({
      toolCallId: "t",
      isText: false,
      state: { command: "npm test", cwd: "/p", ending: { kind: "exited", code: 3 } },
    });
  });

  it("that prints changes nothing but its card (case 177)", () => {
    const { session, cards, counts, update } = open();
    update(announce("t"));
    const before = session.view.terminals;
    const changes = counts.changes;
    for (let line = 0; line < 10; line++) update(output("t", `${line}\n`));
    expect(session.view.terminals).toBe(before);
    expect(counts.changes).toBe(changes);
    expect(cards[0]?.events.filter(({ type }) => type === "output-appended")).toHaveLength(10);
  });

  it("began when the replay says, not when it was replayed", () => {
    const { session, cards, update } = open();
    const _meta = { termwire: { atMs: 400 } };
    session.update({ sessionId: "s", update: announce("t"), _meta });
    update(announce("u"));
    expect(cards.map(({ events }) => events[0])).toEqual([
      expect.objectContaining({ startedAtMs: 400 }),
      expect.objectContaining({ startedAtMs: 1_000 }),
    ]);
  });

  it("that a person is asked about has not begun, and begins when its call does", () => {
    const { session, cards, update } = open();
    session.turnStarted("p1");
    update(announce("t", { status: "pending" }));
    expect(session.view.terminals).toEqual([]);
    const later = { termwire: { atMs: 700 } };
    const started = { sessionUpdate: "tool_call_update", toolCallId: "t", status: "in_progress" };
    session.update({ sessionId: "s", update: started, _meta: later });
    expect(cards[0]?.events).toEqual([
      expect.objectContaining({ type: "terminal-started", command: "npm test", startedAtMs: 700 }),
    ]);
    expect(session.view.terminals).toHaveLength(1);
  });

  it("of an agent that never says that it began has, once it prints or ends", () => {
    const { session, cards, update } = open();
    update(announce("t", { status: "pending" }));
    update(output("t", "x"));
    update(announce("u", { status: "pending" }));
    update(exit("u", 0));
    const types = cards.map(({ events }) => events.map(({ type }) => type));
    expect(types).toEqual([
      ["terminal-started", "output-appended"],
      ["terminal-started", "terminal-ended"],
    ]);
    expect(session.view.terminals).toHaveLength(2);
  });

  it("that its turn left open has no ending, and says so", () => {
    const { session, update } = open();
    session.turnStarted("p1");
    update(announce("t"));
    session.turnEnded("p1", { reason: "end_turn", error: null });
    expect(session.view.terminals[0]?.state.ending).toMatchObject({ kind: "lost" });
  });

  it("that ends badly after the turn was cancelled was cancelled with it", () => {
    const { session, update } = open();
    session.prompted("p1", [{ type: "text", text: "x" }]);
    session.turnStarted("p1");
    update(announce("t"));
    session.cancelled();
    update(exit("t", 143));
    expect(session.view.terminals[0]?.state.ending).toMatchObject({ cause: "cancelled" });
  });
});

describe("a session", () => {
  it("works from its prompt to the end of its turn", () => {
    const { session } = open();
    session.prompted("p1", [{ type: "text", text: "hi" }]);
    expect(session.isWorking).toBe(true);
    session.turnEnded("p1", { reason: "error", error: "no key" });
    expect(session.isWorking).toBe(false);
    expect(session.view.conversation.entries.map(({ kind }) => kind)).toEqual(["message", "stop"]);
  });

  it("learns its title, its commands and how full its window is", () => {
    const { session, update } = open();
    update({ sessionUpdate: "session_info_update", title: "Tests" });
    update({ sessionUpdate: "session_info_update", updatedAt: "2026" });
    update({ sessionUpdate: "available_commands_update", availableCommands: [{ name: "plan" }] });
    update({ sessionUpdate: "usage_update", used: 5, size: 10 });
    update({ sessionUpdate: "usage_update" });
    expect(session.view).toMatchObject({
      title: "Tests",
      commands: [{ name: "plan" }],
      usage: { usedTokens: 5, windowTokens: 10 },
    });
    update({ sessionUpdate: "session_info_update", title: null });
    expect(session.view.title).toBeNull();
  });

  it("is opened with its settings, and may be one that can only be read", () => {
    const { session } = open();
    const modes = { currentModeId: "ask", availableModes: [{ id: "ask" }, { id: "full" }] };
    session.opened({ modes, _meta: { termwire: { live: false, omittedUpdates: 7 } } });
    expect(session.view).toMatchObject({ isLive: false, omittedUpdates: 7 });
    session.settingChosen("mode", "full");
    expect(session.view.settings.map(({ current }) => current)).toEqual(["full"]);
  });

  it("holds a question until it is settled, once, however often it is asked", () => {
    const { session } = open();
    const ask = (id: number) => parsePermission(id, { sessionId: "s", toolCall: {}, options: [] });
    session.asked(ask(1));
    session.asked(ask(2));
    session.asked(ask(1));
    expect(session.view.permissions.map(({ requestId }) => requestId)).toEqual([2, 1]);
    session.settled(2);
    session.settled(9);
    expect(session.view.permissions.map(({ requestId }) => requestId)).toEqual([1]);
    session.agentEnded();
    expect(session.view).toMatchObject({ permissions: [], isLive: false });
  });
});
