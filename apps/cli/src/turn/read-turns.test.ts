import { describe, expect, it } from "vitest";
import { createTurnReader } from "./read-turns.ts";

function createSubject() {
  const told: string[] = [];
  const reader = createTurnReader({
    onWords: (text, sessionId) => told.push(`${sessionId}: ${text}`),
    onTurnEnd: (stopReason, sessionId) => told.push(`${sessionId} ends: ${stopReason}`),
  });
  const update = (fields: unknown): void =>
    reader.receive({ method: "session/update", params: { sessionId: "s", update: fields } });
  return { reader, told, update };
}

describe("createTurnReader", () => {
  it("tells the agent's words", () => {
    const { told, update } = createSubject();
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hello" } });
    update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "hm" } });
    expect(told).toEqual(["s: hello"]);
  });

  it("tells the end of a turn by the answer to its prompt, in version 1", () => {
    const { reader, told } = createSubject();
    reader.send({ id: 4, method: "session/prompt", params: { sessionId: "s" } });
    reader.receive({ id: 3, result: { stopReason: "end_turn" } });
    reader.receive({ id: 4, result: { stopReason: "cancelled" } });
    reader.receive({ id: 4, result: { stopReason: "cancelled" } });
    expect(told).toEqual(["s ends: cancelled"]);
  });

  it("tells it by the idle state in version 2, where the answer only accepts the prompt", () => {
    const { reader, told, update } = createSubject();
    reader.send({ id: 4, method: "session/prompt", params: { sessionId: "s" } });
    reader.receive({ id: 4, result: { messageId: "m" } });
    update({ sessionUpdate: "state_update", state: "running" });
    update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
    expect(told).toEqual(["s ends: end_turn"]);
  });

  it("takes anything", () => {
    const { reader, told } = createSubject();
    for (const message of [null, 1, "x", [], {}, { method: "session/update" }, { params: 1 }]) {
      reader.receive(message);
      reader.send(message);
    }
    expect(told).toEqual([]);
  });
});
