import { describe, expect, it } from "vitest";
import { OpenQuestions } from "./open-questions.ts";

describe("a question of the agent", () => {
  it("is answered once", async () => {
    const questions = new OpenQuestions();
    const answer = questions.ask(1);
    expect(questions.answer(1, { outcome: "selected", optionId: "once" })).toBe(true);
    expect(questions.answer(1, { outcome: "cancelled" })).toBe(false);
    expect(await answer).toEqual({ outcome: { outcome: "selected", optionId: "once" } });
  });

  it("that another tab answered is not answered again", async () => {
    const questions = new OpenQuestions();
    let answered = false;
    void questions.ask("q").then(() => (answered = true));
    expect(questions.forget({ requestId: "q" })).toBe("q");
    expect(questions.answer("q", { outcome: "cancelled" })).toBe(false);
    await Promise.resolve();
    expect(answered).toBe(false);
  });

  it.each([null, {}, { requestId: null }, { requestId: 9 }])("is not forgotten by %j", (params) => {
    const questions = new OpenQuestions();
    void questions.ask(1);
    expect(questions.forget(params)).toBeNull();
    expect(questions.answer(1, { outcome: "cancelled" })).toBe(true);
  });
});
