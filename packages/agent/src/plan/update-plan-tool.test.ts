import { describe, expect, it } from "vitest";
import { createUpdatePlanTool } from "./update-plan-tool.ts";

const tool = createUpdatePlanTool();
const steps = [
  { text: " Look around ", state: "completed", priority: "high" },
  { text: "Change it", state: "in_progress" },
];

describe("a plan", () => {
  it("is shown as one, with what was left out decided", () => {
    expect(tool.prepare({ steps }).view).toEqual({
      card: "plan",
      title: "Plan",
      steps: [
        { text: "Look around", state: "completed", priority: "high" },
        { text: "Change it", state: "in_progress", priority: "medium" },
      ],
    });
  });

  it("is read back by the model as it was understood, live and from the log", async () => {
    const call = tool.prepare({ steps });
    const outcome = call.replay(JSON.parse(JSON.stringify({ steps })));
    expect(outcome).toMatchObject({
      failed: false,
      text: "The person sees the plan: 1 of 2 done.",
    });
  });

  it("may be empty: there is nothing left to do", () => {
    expect(tool.prepare({ steps: [] }).view).toMatchObject({ steps: [] });
  });

  it.each([
    [{}, "update_plan: steps: expected a list of at most 50, got nothing"],
    [null, "steps: expected a list"],
    [{ steps: "all" }, 'steps: expected a list of at most 50, got "all"'],
    [{ steps: Array.from({ length: 51 }, () => steps[0]) }, "steps: expected a list of at most 50"],
    [{ steps: [{ text: " ", state: "pending" }] }, 'steps[0].text: expected a text, got " "'],
    [{ steps: ["x"] }, "steps[0].text: expected a text, got nothing"],
    [
      { steps: [steps[0], { text: "x", state: "done" }] },
      'steps[1].state: expected one of pending, in_progress, completed, got "done"',
    ],
    [
      { steps: [{ text: "x", state: "pending", priority: 1 }] },
      "steps[0].priority: expected one of high, medium, low, got 1",
    ],
  ])("of %j is refused in words that say where", (input, message) => {
    expect(() => tool.prepare(input)).toThrow(message);
  });
});
