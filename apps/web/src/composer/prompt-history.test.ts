import { describe, expect, it } from "vitest";
import { createPromptHistory } from "./prompt-history.ts";

describe("walking back through what was sent", () => {
  it("goes from the newest to the oldest and stays there", () => {
    const history = createPromptHistory(() => ["a", "b", "c"]);
    expect([1, 2, 3, 4].map(() => history.older("draft"))).toEqual(["c", "b", "a", null]);
  });

  it("comes back to what was being written", () => {
    const history = createPromptHistory(() => ["a", "b"]);
    history.older("draft");
    history.older("a changed text");
    expect([history.newer(), history.newer(), history.newer()]).toEqual(["b", "draft", null]);
  });

  it("names a prompt once that was sent several times in a row", () => {
    const history = createPromptHistory(() => ["a", "b", "b", "", "b"]);
    expect([1, 2, 3].map(() => history.older(""))).toEqual(["b", "b", "a"]);
  });

  it("begins anew after something was typed, with what was sent meanwhile", () => {
    const prompts = ["a"];
    const history = createPromptHistory(() => prompts);
    history.older("");
    prompts.push("b");
    history.reset();
    expect(history.older("")).toBe("b");
  });

  it("has nowhere to go without prompts", () => {
    const history = createPromptHistory(() => []);
    expect([history.older("draft"), history.newer()]).toEqual([null, null]);
  });
});
