import { describe, expect, it } from "vitest";
import { findChoice, parsePermission } from "./permission-prompt.ts";

const options = [
  { optionId: "once", name: "Allow", kind: "allow_once" },
  { optionId: "always", name: 'Always allow "npm test"', kind: "allow_always" },
  { optionId: "reject", name: "Reject", kind: "reject_once" },
];
const ask = (toolCall: object, offered: unknown = options) =>
  parsePermission(7, {
    sessionId: "s",
    toolCall: { toolCallId: "t", ...toolCall },
    options: offered,
  });

describe("a question before a command", () => {
  it("has the exact command, its directory and what it is for (cases 194, 195)", () => {
    const rawInput = { command: "npm test -- 'a b'\n", cwd: "/p", description: "Runs the tests" };
    expect(ask({ title: "npm test …", kind: "execute", rawInput })).toMatchObject({
      requestId: 7,
      sessionId: "s",
      toolCallId: "t",
      command: "npm test -- 'a b'\n",
      cwd: "/p",
      description: "Runs the tests",
    });
  });

  it("quotes the words of a command that comes as a list", () => {
    const rawInput = { command: ["echo", "a b", ";"] };
    expect(ask({ rawInput }).command).toBe("echo 'a b' ';'");
  });

  it("takes the title of a command that is told nowhere else, and of nothing else", () => {
    expect(ask({ title: "ls", kind: "execute" }).command).toBe("ls");
    expect(ask({ title: "Edit a", kind: "edit" })).toMatchObject({
      command: null,
      title: "Edit a",
    });
  });

  it.each([
    [{ A: "1", B: 2 }],
    [
      [
        { name: "A", value: "1" },
        { name: "B", value: 2 },
      ],
    ],
  ])("names the variables it would get: %j", (env) => {
    expect(ask({ rawInput: { command: "x", env } }).environment).toEqual(["A=1", "B=2"]);
  });

  it("has the change it would make to a file", () => {
    const diff = { type: "diff", path: "/a", oldText: "x", newText: "y" };
    expect(ask({ content: [diff] }).diffs).toEqual([{ path: "/a", oldText: "x", newText: "y" }]);
  });
});

describe("an answer", () => {
  const chosen = (keys: string, offered: unknown = options) =>
    Array.from(keys, (key) => findChoice(ask({}, offered), key)?.id ?? null);

  it("is given by a letter or by its place", () => {
    expect(chosen("yanYd")).toEqual(["once", "always", "reject", "once", null]);
    expect(chosen("1239x0")).toEqual(["once", "always", "reject", null, null, null]);
  });

  it("of an agent's own kind is given by its place only", () => {
    const offered = [
      { optionId: "o1", kind: "ask_me_later" },
      { optionId: "o2", kind: "allow_once" },
    ];
    expect(chosen("12ay", offered)).toEqual(["o1", "o2", null, "o2"]);
  });

  it("has a letter once, however many are of its kind", () => {
    const offered = ["a", "b"].map((optionId) => ({ optionId, kind: "allow_once" }));
    expect(chosen("y2", offered)).toEqual(["a", "b"]);
  });

  it.each([null, "x", [{}], [null]])("is not offered where nothing was: %j", (offered) => {
    expect(ask({}, offered).choices).toEqual([]);
  });
});
