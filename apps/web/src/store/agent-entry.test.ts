import { describe, expect, it } from "vitest";
import { RpcError } from "../wire/rpc-error.ts";
import { parseAgentEnd, parseAgents, toAgentEnd } from "./agent-entry.ts";

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

  it("that could not be started say why, or at least what was refused", () => {
    const data = { reason: "exit status 127", stderrTail: "not found" };
    expect(toAgentEnd(new RpcError(-32603, "gone", data))).toEqual(data);
    expect(toAgentEnd(new RpcError(-32603, "gone"))).toEqual({ reason: "gone", stderrTail: "" });
    expect(toAgentEnd(new Error("odd"))).toEqual({ reason: "odd", stderrTail: "" });
  });
});
