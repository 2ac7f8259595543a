import { describe, expect, it } from "vitest";
import { parseAgentEnd, parseAgents } from "./agent-entry.ts";

describe("the agents there are", () => {
  it("are read in order, each with a name", () => {
    const agents = [
      { id: "built-in", name: "Termwire", command: "termwire agent", isDefault: true },
      { id: "other" },
      { name: "without an id" },
      null,
    ];
    expect(parseAgents({ agents })).toEqual([
      { id: "built-in", name: "Termwire", command: "termwire agent", isDefault: true },
      { id: "other", name: "other", command: "", isDefault: false },
    ]);
    expect(parseAgents(null)).toEqual([]);
  });

  it("end with a reason and their last words, as far as they are told", () => {
    expect(parseAgentEnd({ reason: "exit status 3", stderrTail: "boom\n" })).toEqual({
      reason: "exit status 3",
      stderrTail: "boom\n",
    });
    expect(parseAgentEnd(undefined)).toEqual({ reason: "", stderrTail: "" });
  });
});
