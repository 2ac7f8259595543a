import { describe, expect, it } from "vitest";
import { Questions } from "./questions.ts";

const ask = (id: unknown, sessionId = "s") => ({
  id,
  method: "session/request_permission",
  params: { sessionId },
});

describe("the questions of an agent", () => {
  it("have ids of their own, and are settled once", () => {
    const questions = new Questions();
    const question = questions.add(ask(7), "s");
    expect(JSON.parse(question?.text ?? "")).toEqual({ jsonrpc: "2.0", ...ask(question?.id) });
    expect(questions.find(7)).toBe(question);
    expect(questions.take(question?.id)).toBe(question);
    expect(questions.take(question?.id)).toBeNull();
    expect(questions.find(7)).toBeNull();
  });

  it("belong to their session", () => {
    const questions = new Questions();
    const [one, two, none] = [
      questions.add(ask(1), "a"),
      questions.add(ask(2), "b"),
      questions.add(ask(3), null),
    ];
    expect([questions.of("a"), questions.of("b"), questions.of(null)]).toEqual([
      [one],
      [two],
      [none],
    ]);
    expect(questions.all()).toHaveLength(3);
  });

  it("never have an id again", () => {
    const questions = new Questions();
    const first = questions.add(ask(1), "s");
    questions.take(first?.id);
    expect(questions.add(ask(1), "s")?.id).not.toBe(first?.id);
  });

  it("are refused when nobody can answer so many", () => {
    const questions = new Questions();
    const asked = Array.from({ length: 1001 }, (_, id) => questions.add(ask(id), "s"));
    expect(asked.map((question) => question === null)).toEqual([
      ...Array.from({ length: 1000 }, () => false),
      true,
    ]);
  });
});
