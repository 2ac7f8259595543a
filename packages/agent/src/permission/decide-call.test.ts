import { describe, expect, it } from "vitest";
import type { CallView } from "@termwire/tools";
import { createCommandPattern } from "./command-pattern.ts";
import { decideCall, type CallFacts, type CallRuling } from "./decide-call.ts";
import { PERMISSION_MODES } from "./permission-mode.ts";

const cwd = "/p";
const terminal = (title: string, more: object = {}): CallView => ({
  card: "terminal",
  title,
  ...more,
});
const pattern = createCommandPattern({ line: "ls", cwd });
const granted = pattern === null ? [] : [pattern];

const base: CallFacts = {
  mode: "ask",
  author: "model",
  hasSandbox: true,
  view: terminal("ls; rm x"),
  cwd,
  granted: [],
};

const run: CallRuling = { kind: "run" };
const ask: CallRuling = { kind: "ask", pattern: null };
const inside: CallRuling = { kind: "run-inside", pattern: null };

describe("a call", () => {
  it.each<[string, Partial<CallFacts>, CallRuling]>([
    ["in ask (cases 192, 193, 197)", {}, ask],
    ["in ask without a sandbox", { hasSandbox: false }, ask],
    ["in auto", { mode: "auto" }, inside],
    ["in auto without a sandbox", { mode: "auto", hasSandbox: false }, ask],
    ["in full (case 202)", { mode: "full" }, run],
    ["in full without a sandbox", { mode: "full", hasSandbox: false }, run],
    ["in the background", { view: terminal("ls; rm x", { background: true }) }, ask],
    ["that was granted", { granted, view: terminal("ls -l") }, run],
    ["that was granted, in auto", { mode: "auto", granted, view: terminal("ls -l") }, run],
    ["that does more than was granted (case 201)", { granted }, ask],
    ["that does more than was granted, in auto (case 201)", { mode: "auto", granted }, inside],
    ["that can be granted", { view: terminal("ls -l") }, { kind: "ask", pattern }],
    [
      "that can be granted, in auto",
      { mode: "auto", view: terminal("ls -l") },
      { kind: "run-inside", pattern },
    ],
    [
      "that looks like reading, by its command",
      { view: { card: "generic", title: "cat x", kind: "read", command: { line: "cat $(rm x)" } } },
      ask,
    ],
    [
      "that looks like reading, in auto",
      {
        mode: "auto",
        view: { card: "generic", title: "ls", kind: "search", command: { line: "ls -l" } },
      },
      { kind: "run-inside", pattern },
    ],
    ["that edits", { view: { card: "diff", title: "x", diffs: [] } }, ask],
    ["that edits, in auto", { mode: "auto", view: { card: "diff", title: "x", diffs: [] } }, ask],
    ["that reads", { view: { card: "generic", title: "x", kind: "read" } }, run],
    ["that plans", { view: { card: "plan", title: "Plan", steps: [] } }, run],
    ["that searches", { view: { card: "generic", title: "x", kind: "search" } }, run],
    ["that executes", { view: { card: "generic", title: "ls", kind: "execute" }, granted }, ask],
    ["that deletes", { view: { card: "generic", title: "x", kind: "delete" } }, ask],
    ["that fetches", { view: { card: "generic", title: "x", kind: "fetch" } }, ask],
    ["that does not say what it does", { view: { card: "generic", title: "x" } }, ask],
  ])("%s", (_what, facts, ruling) => {
    expect(decideCall({ ...base, ...facts })).toEqual(ruling);
  });

  it.each(PERMISSION_MODES)("of the person is theirs in %s", (mode) => {
    for (const hasSandbox of [true, false]) {
      expect(decideCall({ ...base, mode, hasSandbox, author: "person" })).toEqual(run);
    }
  });

  it("is matched where it would run, not where the session is", () => {
    const relative = createCommandPattern({ line: "./x.sh", cwd: "/p/sub" });
    const facts = { ...base, granted: relative === null ? [] : [relative] };
    expect(decideCall({ ...facts, view: terminal("./x.sh", { cwd: "sub" }) })).toEqual(run);
    expect(decideCall({ ...facts, view: terminal("./x.sh") }).kind).toBe("ask");
  });
});
