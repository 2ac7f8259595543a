import { describe, expect, it } from "vitest";
import { EMPTY_CONVERSATION } from "../conversation/conversation.ts";
import { addPrompt } from "../conversation/turns.ts";
import { SentPrompts } from "./sent-prompts.ts";

describe("a prompt that was sent", () => {
  const sent = () => {
    const prompts = new SentPrompts();
    prompts.add("p1", { sessionId: "s", text: "one" });
    prompts.add("p2", { sessionId: "s", text: "two" });
    prompts.add("p3", { sessionId: "other", text: "three" });
    return prompts;
  };

  it("is lost when the session does not have it", () => {
    const known = addPrompt(EMPTY_CONVERSATION, "p1", [{ type: "text", text: "one" }]);
    const prompts = sent();
    expect(prompts.takeLost("s", known)).toEqual(["two"]);
    expect(prompts.takeLost("s", known)).toEqual([]);
    expect(prompts.takeLost("other", EMPTY_CONVERSATION)).toEqual(["three"]);
  });

  it("is not lost once it arrived", () => {
    const prompts = sent();
    prompts.arrived("p1");
    prompts.arrived("p2");
    expect(prompts.takeLost("s", EMPTY_CONVERSATION)).toEqual([]);
  });
});
