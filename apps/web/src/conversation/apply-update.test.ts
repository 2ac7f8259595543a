import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyUpdate } from "./apply-update.ts";
import { toPlainText } from "./content-part.ts";
import { EMPTY_CONVERSATION, isWorking, type Conversation } from "./conversation.ts";
import { addPrompt, endTurn, startTurn } from "./turns.ts";

const text = (words: string) => ({ type: "text", text: words });
const chunk = (who: string, words: string, messageId?: string) => ({
  sessionUpdate: `${who}_chunk`,
  content: text(words),
  ...(messageId !== undefined && { messageId }),
});
const callUpdate = (id: string, members: object = {}, first = false) => ({
  sessionUpdate: first ? "tool_call" : "tool_call_update",
  toolCallId: id,
  ...members,
});
const fold = (updates: readonly object[], from: Conversation = EMPTY_CONVERSATION) =>
  updates.reduce<Conversation>(
    (conversation, update) => applyUpdate(conversation, { ...update }),
    from,
  );

/** Each entry in a word or two. */
const outline = ({ entries }: Conversation) =>
  entries.map((entry) => {
    switch (entry.kind) {
      case "message":
        return `${entry.speaker}: ${toPlainText(entry.parts)}`;
      case "call":
        return `call ${entry.call.id}: ${entry.call.status}`;
      case "plan":
        return `plan: ${entry.steps.map(({ text: words, status }) => `${words} ${status}`).join(", ")}`;
      case "stop":
        return `stop: ${entry.stop.reason}`;
    }
  });

describe("words", () => {
  it("of one speaker continue one another", () => {
    const said = [chunk("agent_message", "Hel"), chunk("agent_message", "lo")];
    expect(outline(fold(said))).toEqual(["agent: Hello"]);
  });

  it("of another message, or after something else, begin anew", () => {
    const said = [
      chunk("agent_message", "a", "m1"),
      chunk("agent_message", "b", "m1"),
      chunk("agent_message", "c", "m2"),
      callUpdate("t", {}, true),
      chunk("agent_message", "d", "m2"),
      chunk("agent_thought", "e"),
      chunk("agent_message", "f"),
    ];
    expect(outline(fold(said))).toEqual([
      "agent: ab",
      "agent: c",
      "call t: pending",
      "agent: d",
      "thought: e",
      "agent: f",
    ]);
  });

  it("however they are cut, read the same", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        const said = fold(pieces.map((piece) => chunk("agent_message", piece)));
        expect(outline(said)).toEqual(pieces.length === 0 ? [] : [`agent: ${pieces.join("")}`]);
      }),
    );
  });
});

describe("a turn", () => {
  const begun = addPrompt(EMPTY_CONVERSATION, "p1", [text("do it")]);
  const plainEnd = { reason: "end_turn", error: null };

  it("begins with its prompt", () => {
    expect(outline(begun)).toEqual(["user: do it"]);
    expect(isWorking(begun)).toBe(true);
    expect(startTurn(begun, "p1")).toBe(begun);
  });

  it("shows its prompt once when the agent repeats it, in whatever pieces", () => {
    const said = [
      chunk("user_message", "do "),
      chunk("user_message", "it"),
      chunk("agent_message", "ok"),
    ];
    expect(outline(fold(said, begun))).toEqual(["user: do it", "agent: ok"]);
  });

  it("of another tab shows its prompt once, too", () => {
    const _meta = { termwire: { promptId: "p2" } };
    const said = [
      { ...chunk("user_message", "do it"), _meta },
      chunk("user_message", "do it"),
      chunk("agent_message", "ok"),
    ];
    expect(outline(fold(said))).toEqual(["user: do it", "agent: ok"]);
  });

  it("shows other words of the person, and the same words said again later", () => {
    const said = [chunk("agent_message", "ok"), chunk("user_message", "do it")];
    expect(outline(fold(said, begun))).toEqual(["user: do it", "agent: ok", "user: do it"]);
  });

  it("that simply ends leaves no trace", () => {
    const ended = endTurn(begun, "p1", plainEnd);
    expect(outline(ended)).toEqual(["user: do it"]);
    expect(isWorking(ended)).toBe(false);
  });

  it.each([
    { reason: "cancelled", error: null },
    { reason: "max_tokens", error: null },
    { reason: "error", error: "no key" },
  ])("that ends otherwise says so, once: %j", (stop) => {
    const ended = endTurn(begun, "p1", stop);
    expect(ended.entries.at(-1)).toMatchObject({ kind: "stop", stop });
    expect(endTurn(ended, "p1", stop)).toBe(ended);
  });

  it("leaves no call running that nobody reported the end of (case 57)", () => {
    const calls = [
      callUpdate("open", { status: "in_progress" }, true),
      callUpdate("done", { status: "completed" }, true),
    ];
    const ended = endTurn(fold(calls, begun), "p1", plainEnd);
    expect(outline(ended).slice(1)).toEqual(["call open: unreported", "call done: completed"]);
    const late = fold([callUpdate("open", { status: "failed" })], ended);
    expect(outline(late)[1]).toBe("call open: failed");
  });

  it("beside another one ends alone", () => {
    const both = fold([callUpdate("open", {}, true)], startTurn(begun, "p2"));
    const one = endTurn(both, "p1", plainEnd);
    expect(isWorking(one)).toBe(true);
    expect(outline(one)[1]).toBe("call open: pending");
  });
});

describe("a call", () => {
  it("stays where it began while others come", () => {
    const updates = [
      callUpdate("a", {}, true),
      callUpdate("b", {}, true),
      callUpdate("a", { status: "completed" }),
    ];
    expect(outline(fold(updates))).toEqual(["call a: completed", "call b: pending"]);
  });

  it("that was never announced is shown from its first update on", () => {
    expect(outline(fold([callUpdate("a", { status: "failed" })]))).toEqual(["call a: failed"]);
  });
});

describe("a plan", () => {
  const plan = (...statuses: string[]) => ({
    sessionUpdate: "plan",
    entries: statuses.map((status, index) => ({ content: `s${index}`, status, priority: "low" })),
  });

  it("is replaced in its place within a turn", () => {
    const updates = [
      plan("pending"),
      chunk("agent_message", "x"),
      plan("completed", "in_progress"),
    ];
    expect(outline(fold(updates))).toEqual(["plan: s0 completed, s1 in_progress", "agent: x"]);
  });

  it("of a later turn stands on its own", () => {
    const updates = [plan("completed"), chunk("user_message", "on"), plan("pending")];
    expect(outline(fold(updates))).toEqual(["plan: s0 completed", "user: on", "plan: s0 pending"]);
  });

  it("without steps, or with nonsense, is none", () => {
    expect(fold([plan(), { sessionUpdate: "plan", entries: [{}, null, 4] }])).toEqual(
      EMPTY_CONVERSATION,
    );
  });
});

describe("anything a peer may send", () => {
  it("never throws, and keys stay unique", () => {
    const kinds = [
      "user_message_chunk",
      "agent_message_chunk",
      "tool_call",
      "tool_call_update",
      "plan",
      "x",
    ];
    const update = fc.record({
      sessionUpdate: fc.constantFrom(...kinds),
      toolCallId: fc.option(fc.constantFrom("a", "b")),
      content: fc.oneof(fc.anything(), fc.constant(text("hi"))),
      entries: fc.anything(),
      status: fc.anything(),
    });
    fc.assert(
      fc.property(fc.array(update), (updates) => {
        const keys = fold(updates).entries.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it("that is no part of a conversation leaves it as it is", () => {
    for (const sessionUpdate of ["available_commands_update", "usage_update", "later", undefined]) {
      expect(fold([{ sessionUpdate }])).toBe(EMPTY_CONVERSATION);
    }
  });
});
