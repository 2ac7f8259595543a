import { describe, expect, it } from "vitest";
import { isCallView, isResultView, readViewCommand } from "./view.ts";

describe("the command line a call runs", () => {
  it("is the title of a terminal, whatever else that looks like", () => {
    const view = { card: "terminal", title: "cat a", looksLike: { kind: "search" } } as const;
    expect(readViewCommand(view)).toEqual({ line: "cat a" });
    expect(readViewCommand({ ...view, cwd: "src" })).toEqual({ line: "cat a", cwd: "src" });
  });

  it("is kept where the card looks otherwise", () => {
    const command = { line: "cat a" };
    expect(readViewCommand({ card: "generic", title: "Read a", kind: "read", command })).toBe(
      command,
    );
  });

  it("is none for a call that runs none", () => {
    expect(readViewCommand({ card: "generic", title: "job_list" })).toBe(null);
    expect(readViewCommand({ card: "diff", title: "Edit", diffs: [] })).toBe(null);
    expect(readViewCommand({ card: "plan", title: "Plan", steps: [] })).toBe(null);
  });
});

describe("what a presenter gave", () => {
  it("is a view of a call when it has a card there is, and a title", () => {
    expect(isCallView({ card: "plan", title: "Plan", steps: [] })).toBe(true);
    expect(isCallView({ card: "generic", title: "job_list" })).toBe(true);
    expect(isCallView({ card: "generic" })).toBe(false);
    expect(isCallView({ card: "toString", title: "x" })).toBe(false);
  });

  it("is no view of a result when it is a plan: that a call is, not what came of it", () => {
    expect(isResultView({ card: "diff", diffs: [] })).toBe(true);
    expect(isResultView({ card: "plan", steps: [] })).toBe(false);
    expect(isResultView(null)).toBe(false);
  });
});
