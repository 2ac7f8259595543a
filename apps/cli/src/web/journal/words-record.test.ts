import { describe, expect, it } from "vitest";
import { createWordsRecord } from "./words-record.ts";

const say = (text: string, more: object = {}) => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  ...more,
});

describe("the words of a message", () => {
  it("are joined while they are of one message", () => {
    const words = createWordsRecord(say("one"));
    expect(words?.add(say(" two"))).toBe(true);
    expect(words?.add(say(""))).toBe(true);
    expect(words?.read()).toEqual(say("one two"));
  });

  it.each([
    ["a thought", { ...say("x"), sessionUpdate: "agent_thought_chunk" }],
    ["another message", say("x", { messageId: "2" })],
    ["another prompt", say("x", { _meta: { termwire: { promptId: "p" } } })],
    ["a picture", { ...say("x"), content: { type: "image", data: "" } }],
  ])("are not joined with %s", (_, update) => {
    const words = createWordsRecord(say("one"));
    expect(words?.add(update)).toBe(false);
    expect(words?.read()).toEqual(say("one"));
  });

  it.each([
    { sessionUpdate: "plan", entries: [] },
    { ...say("x"), content: { type: "image", data: "" } },
    { ...say("x"), sessionUpdate: "session_info_update" },
  ])("are not what %j says", (update) => {
    expect(createWordsRecord(update)).toBeNull();
  });
});
