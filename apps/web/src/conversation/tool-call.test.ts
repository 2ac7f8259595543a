import { describe, expect, it } from "vitest";
import { applyCallUpdate, createToolCall, isOpenCall, readDescription } from "./tool-call.ts";

const call = createToolCall("t1");

describe("an update of a call", () => {
  it("says anew what it names and leaves the rest", () => {
    const announced = applyCallUpdate(call, { title: "Read a", kind: "read", status: "pending" });
    const done = applyCallUpdate(announced, { status: "completed" });
    expect(done).toEqual({ ...call, title: "Read a", kind: "read", status: "completed" });
  });

  it("leaves everything when it says nothing, or nonsense", () => {
    const nonsense = {
      title: 4,
      kind: null,
      status: "done",
      content: "x",
      locations: {},
      rawInput: 1,
    };
    expect(applyCallUpdate(call, {})).toEqual(call);
    expect(applyCallUpdate(call, nonsense)).toEqual(call);
  });

  it("replaces all content", () => {
    const text = (words: string) => ({ type: "content", content: { type: "text", text: words } });
    const first = applyCallUpdate(call, { content: [text("a"), text("b")] });
    expect(applyCallUpdate(first, { content: [text("c")] }).content).toEqual([
      { type: "text", text: "c" },
    ]);
    expect(applyCallUpdate(first, { content: [] }).content).toEqual([]);
  });

  it("tells text, diffs and terminals apart", () => {
    const content = [
      { type: "content", content: { type: "text", text: "about" } },
      { type: "diff", path: "/a", oldText: null, newText: "x" },
      { type: "diff", path: "/b", oldText: "x", newText: "" },
      { type: "diff", newText: "without a path" },
      { type: "terminal", terminalId: "x1" },
      null,
    ];
    const { content: parts, diffs } = applyCallUpdate(call, { content });
    expect(parts).toEqual([{ type: "text", text: "about" }]);
    expect(diffs).toEqual([
      { path: "/a", oldText: null, newText: "x" },
      { path: "/b", oldText: "x", newText: "" },
    ]);
  });

  it("tells places in files, with or without a line", () => {
    const locations = [{ path: "/a", line: 3 }, { path: "/b" }, { line: 4 }];
    expect(applyCallUpdate(call, { locations }).locations).toEqual([
      { path: "/a", line: 3 },
      { path: "/b", line: null },
    ]);
  });

  it("keeps what went wrong", () => {
    const failed = applyCallUpdate(call, {
      status: "failed",
      rawOutput: { error: "no such file" },
    });
    expect(failed).toMatchObject({ status: "failed", error: "no such file" });
  });
});

describe("a call", () => {
  it("is open until it completed or failed", () => {
    const open = (["pending", "in_progress", "completed", "failed"] as const).map((status) =>
      isOpenCall({ ...call, status }),
    );
    expect(open).toEqual([true, true, false, false]);
  });

  it("is described by its input, else by its first words", () => {
    const content = [{ type: "text", text: "Runs the tests" }] as const;
    expect(readDescription({ ...call, content })).toBe("Runs the tests");
    expect(readDescription({ ...call, content, rawInput: { description: "Tests" } })).toBe("Tests");
    expect(readDescription(call)).toBeNull();
  });
});
