import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayTerminals } from "@termwire/acp/client";
import { applyTerminalEvent, type TerminalEvent, type TerminalState } from "@termwire/terminal";
import { toUpdate, type Fields } from "../hub/message.ts";
import { createJournal, type Journal } from "./journal.ts";
import { toOutputUpdate } from "./terminal-output.ts";

const announce = (id: string) => ({
  sessionUpdate: "tool_call",
  toolCallId: id,
  title: `command ${id}`,
  kind: "execute",
  status: "in_progress",
  content: [{ type: "terminal", terminalId: id }],
  _meta: { terminal_info: { terminal_id: id, cwd: "/" } },
});
const print = (id: string, text: string) =>
  toOutputUpdate(id, { kind: "output", terminalId: id, text });
const lose = (id: string, lostBytes: number) =>
  toOutputUpdate(id, { kind: "gap", terminalId: id, lostBytes });
const change = (id: string, members: Fields) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: id,
  ...members,
});
const exit = (id: string, code: number) =>
  change(id, {
    status: "completed",
    _meta: { terminal_exit: { terminal_id: id, exit_code: code, signal: null } },
  });
const say = (text: string, kind = "agent_message_chunk") => ({
  sessionUpdate: kind,
  content: { type: "text", text },
});

function keep(updates: readonly Fields[], limitBytes?: number): Journal {
  const journal = createJournal("s", limitBytes);
  for (const update of updates) {
    journal.addUpdate({ update, atMs: 0 }, JSON.stringify(update).length);
  }
  return journal;
}

const parse = (text: string): unknown => JSON.parse(text);

/** The updates of a replay. */
function readUpdates(journal: Journal): unknown[] {
  return [...journal.read()].map((text) => {
    const { params } = parse(text) as { params: { update: unknown } }; // a message of the journal
    return params.update;
  });
}

/** What a client's cards show after these messages. */
function show(messages: readonly string[]) {
  const states = new Map<string, TerminalState | undefined>();
  const output = new Map<string, string>();
  const decoder = new TextDecoder();
  const take = (event: TerminalEvent): void => {
    states.set(event.id, applyTerminalEvent(states.get(event.id), event));
    if (event.type === "output-appended") {
      output.set(event.id, (output.get(event.id) ?? "") + decoder.decode(event.bytes));
    }
  };
  const terminals = displayTerminals({ onEvent: ({ event }) => take(event), nowMs: () => 0 });
  for (const message of messages) terminals.receive(parse(message));
  return { states: Object.fromEntries(states), output: Object.fromEntries(output) };
}

describe("a journal", () => {
  it("is empty at first", () => {
    expect([...createJournal("s").read()]).toEqual([]);
  });

  it("tells updates as they came, and when", () => {
    const journal = createJournal("s");
    journal.addUpdate({ update: say("hello"), atMs: 5 }, 10);
    journal.addMessage('{"method":"x"}');
    expect([...journal.read()]).toEqual([
      toUpdate("s", say("hello"), { termwire: { atMs: 5 } }),
      '{"method":"x"}',
    ]);
  });

  it("joins the words of one message, and keeps what stands between two", () => {
    const plan = { sessionUpdate: "plan", entries: [] };
    const journal = keep([say("a"), say("b"), plan, say("c"), say("d", "agent_thought_chunk")]);
    expect(readUpdates(journal)).toEqual([
      say("ab"),
      plan,
      say("c"),
      say("d", "agent_thought_chunk"),
    ]);
  });

  it("tells a call where it began, with all that came of it later", () => {
    const journal = keep([announce("1"), say("while it runs"), print("1", "x"), exit("1", 0)]);
    const updates = readUpdates(journal);
    expect(updates).toEqual([announce("1"), print("1", "x"), exit("1", 0), say("while it runs")]);
  });

  it("keeps of a state the newest alone", () => {
    const modes = ["a", "b", "c"].map((currentModeId) => ({
      sessionUpdate: "current_mode_update",
      currentModeId,
    }));
    expect(readUpdates(keep([...modes.slice(0, 2), say("x"), ...modes.slice(2)]))).toEqual([
      say("x"),
      modes[2],
    ]);
  });

  it("leaves out the oldest when it no longer fits, and counts it", () => {
    const journal = keep(
      Array.from({ length: 100 }, (_, index) => ({ sessionUpdate: "plan", entries: [index] })),
      10_000,
    );
    const updates = readUpdates(journal);
    expect(updates.length).toBeLessThan(40);
    expect(updates.at(-1)).toEqual({ sessionUpdate: "plan", entries: [99] });
    expect(updates.length + journal.omittedUpdates).toBe(100);
  });

  it("tells nothing of a call whose beginning was left out", () => {
    const filler = Array.from({ length: 100 }, () => ({ sessionUpdate: "plan", entries: [] }));
    const journal = keep([announce("1"), ...filler, print("1", "late"), exit("1", 0)], 10_000);
    expect(JSON.stringify(readUpdates(journal))).not.toContain("toolCallId");
  });

  it("shows in a replay what was shown live, whatever came in between", () => {
    const id = fc.constantFrom("1", "2", "3");
    const text = fc.string({ unit: "grapheme", maxLength: 10 });
    const update = fc.oneof(
      { weight: 5, arbitrary: fc.tuple(id, text).map(([of, data]) => print(of, data)) },
      fc.tuple(id, fc.integer({ min: 1, max: 9 })).map(([of, bytes]) => lose(of, bytes)),
      fc.tuple(id, text).map(([of, title]) => change(of, { title: `command ${of} ${title}` })),
      fc
        .tuple(id, fc.boolean())
        .map(([of, waiting]) => change(of, { _meta: { termwire: { waiting } } })),
      fc.tuple(id, fc.nat(3)).map(([of, code]) => exit(of, code)),
      text.map((words) => say(words)),
    );
    fc.assert(
      fc.property(fc.array(update, { maxLength: 40 }), (updates) => {
        const all = [announce("1"), announce("2"), announce("3"), ...updates];
        const live = show(all.map((each) => toUpdate("s", each)));
        expect(show([...keep(all).read()])).toEqual(live);
      }),
    );
  });
});
