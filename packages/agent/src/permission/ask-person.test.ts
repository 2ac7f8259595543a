import { describe, expect, it } from "vitest";
import type { PermissionAnswer, PermissionQuestion } from "@termwire/acp/agent";
import type { CallView } from "@termwire/tools";
import { askPerson } from "./ask-person.ts";
import { createCommandPattern, type CommandPattern } from "./command-pattern.ts";

const cwd = "/p";
const view: CallView = { card: "terminal", title: "npm test -- -x", description: "Tests" };
const pattern = createCommandPattern({ line: view.title, cwd });

async function put(answer: PermissionAnswer, facts: { denial?: string; plain?: boolean } = {}) {
  const asked: PermissionQuestion[] = [];
  const granted: CommandPattern[] = [];
  const decision = await askPerson(
    {
      view,
      cwd,
      pattern: facts.plain === true ? null : pattern,
      denial: facts.denial ?? null,
      onGranted: (grant) => granted.push(grant),
    },
    async (question) => {
      asked.push(question);
      return answer;
    },
  );
  return { decision, granted, asked: asked[0] };
}

const chosen = (choiceId: string): PermissionAnswer => ({ kind: "chosen", choiceId });

describe("the question to the person", () => {
  it("has the exact command, its absolute directory, and names what always means (cases 194, 195, 201)", async () => {
    const { asked } = await put(chosen("once"));
    expect(asked).toEqual({
      view,
      cwd,
      choices: [
        { id: "once", name: "Allow", kind: "allow_once" },
        {
          id: "always",
          name: 'Always allow "npm test …" here, in this session',
          kind: "allow_always",
        },
        { id: "reject", name: "Reject", kind: "reject_once" },
      ],
    });
  });

  it("offers no always for what has no pattern (case 201)", async () => {
    const { asked } = await put(chosen("once"), { plain: true });
    expect(asked?.choices.map(({ kind }) => kind)).toEqual(["allow_once", "reject_once"]);
  });

  it("says what the sandbox kept it from, and that it would run outside", async () => {
    const { asked } = await put(chosen("once"), { denial: "x: Read-only file system" });
    expect(asked?.view.title).toBe(view.title);
    expect(asked?.view).toMatchObject({
      description: "Tests\nThe sandbox kept it from something: x: Read-only file system",
    });
    expect(asked?.choices.map(({ name }) => name)).toEqual([
      "Run again outside of the sandbox",
      'Always allow "npm test …" here outside of the sandbox, in this session',
      "Leave it",
    ]);
  });
});

describe("the answer", () => {
  it("once allows this call and grants nothing", async () => {
    expect(await put(chosen("once"))).toMatchObject({ decision: { allow: true }, granted: [] });
  });

  it("always allows this call and grants its pattern", async () => {
    const { decision, granted } = await put(chosen("always"));
    expect(decision).toEqual({ allow: true });
    expect(granted).toEqual([pattern]);
  });

  it.each<[string, PermissionAnswer]>([
    ["rejected", chosen("reject")],
    ["cancelled", { kind: "cancelled" }],
    ["of a choice that was not offered", chosen("whatever")],
  ])("%s runs nothing, and the model reads why (case 192)", async (_what, answer) => {
    const { decision, granted } = await put(answer);
    expect(decision).toMatchObject({ allow: false, reason: expect.stringContaining("person") });
    expect(granted).toEqual([]);
  });

  it("always, where it was not offered, runs nothing", async () => {
    expect(await put(chosen("always"), { plain: true })).toMatchObject({
      decision: { allow: false },
      granted: [],
    });
  });
});
