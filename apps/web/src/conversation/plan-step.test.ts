import { describe, expect, it } from "vitest";
import { parsePlanSteps } from "./plan-step.ts";

describe("the steps of a plan", () => {
  it("are read in order, with how far each is", () => {
    const entries = [
      { content: "one", status: "completed", priority: "high" },
      { content: "two", status: "in_progress" },
      { content: "three", status: "pending" },
    ];
    expect(parsePlanSteps(entries)).toEqual([
      { text: "one", status: "completed" },
      { text: "two", status: "in_progress" },
      { text: "three", status: "pending" },
    ]);
  });

  it("are still to do where nobody says how far they are", () => {
    expect(parsePlanSteps([{ content: "one" }, { content: "two", status: "later" }])).toEqual([
      { text: "one", status: "pending" },
      { text: "two", status: "pending" },
    ]);
  });

  it.each([null, "x", {}, [null, {}, { content: "" }, { content: 4 }]])(
    "are none in %j",
    (entries) => {
      expect(parsePlanSteps(entries)).toEqual([]);
    },
  );
});
