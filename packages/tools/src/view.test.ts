import { describe, expect, it } from "vitest";
import { readViewCommand } from "./view.ts";

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
  });
});
