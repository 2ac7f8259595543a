import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBashTool, createToolRegistry, defineTool } from "@termwire/tools";
import { createUpdatePlanTool } from "../plan/update-plan-tool.ts";
import type { SessionEvent } from "../session/session-event.ts";
import { renderSession } from "./render-session.ts";

const tools = createToolRegistry();
tools.register(createBashTool());
tools.register(createUpdatePlanTool());
tools.register(
  defineTool<unknown, string>({
    name: "edit",
    description: "Edits.",
    inputSchema: {},
    parseArgs: (input) => input,
    run: async () => "ok",
    renderResult: (result) => result,
    isFailure: () => false,
    presentCall: () => ({
      card: "diff",
      title: "Edit a.ts",
      diffs: [{ path: "a.ts", oldText: "one\n", newText: "two\n" }],
    }),
  }),
);

function called(name: string, input: unknown, text: string): readonly SessionEvent[] {
  return [
    {
      type: "answer",
      parts: [{ type: "text", text: "I do it." }],
      calls: [{ callId: "c", name, input }],
      replay: null,
    },
    { type: "call-started", callId: "c" },
    { type: "call-ended", callId: "c", result: null, text },
  ];
}

function render(events: readonly SessionEvent[], title: string | null = "fix it"): string {
  return renderSession({ events, tools, title });
}

describe("a session as Markdown", () => {
  it("has what was said, what was run and what came of it", () => {
    const text = render([
      { type: "prompt", text: "fix it\nplease", messageId: null },
      { type: "answer", parts: [{ type: "thought", text: "Hm." }], calls: [], replay: null },
      ...called("bash", { command: "npm test" }, "1 failed\n[exit code: 1]"),
      { type: "turn-ended", stopReason: "end_turn" },
    ]);
    expect(text).toBe(`# fix it

## Prompt

> fix it
> please

> Thought: Hm.

I do it.

### bash

\`\`\`sh
npm test
\`\`\`

\`\`\`text
1 failed
[exit code: 1]
\`\`\`
`);
  });

  it("has changes as diffs, and plans as lists", () => {
    expect(render(called("edit", {}, "ok"))).toContain("```diff\n-one\n+two\n```");
    const steps = [
      { text: "Look", state: "completed" },
      { text: "Change", state: "pending" },
    ];
    expect(render(called("update_plan", { steps }, ""))).toContain("- [x] Look\n- [ ] Change");
  });

  it("has what was asked of the harness, images by their kind, and how a turn ended", () => {
    const image = { mimeType: "image/png", data: "aGk=" };
    const text = render([
      { type: "prompt", text: "look", messageId: null, images: [image] },
      { type: "turn-ended", stopReason: "cancelled" },
      { type: "command", text: "/jobs", messageId: null, reply: "No background jobs." },
      { type: "setting-changed", settingId: "mode", choiceId: "full" },
    ]);
    expect(text).toContain("> look\n\n> [image/png]\n\n_The turn ended: cancelled._");
    expect(text).toContain("## Command\n\n> /jobs\n\nNo background jobs.\n\n_mode: full_");
    expect(text).not.toContain("aGk=");
  });

  it("has a call of a tool that is gone, one with arguments it refuses, one that was not run", () => {
    expect(render(called("gone", { a: 1 }, "x"))).toContain('### gone\n\n```json\n{\n  "a": 1\n}');
    expect(render(called("bash", { cmd: "ls" }, "no"))).toContain('"cmd": "ls"');
    const [answer] = called("bash", { command: "ls" }, "");
    const skipped = { type: "call-skipped", callId: "c", text: "Not run: cancelled." } as const;
    expect(render(answer === undefined ? [] : [answer, skipped])).toContain(
      "_Not run: cancelled._",
    );
    const started = { type: "call-started", callId: "c" } as const;
    expect(render(answer === undefined ? [] : [answer, started])).toContain("Interrupted");
  });

  it("keeps what a command printed inside its block, whatever that is", () => {
    const piece = fc.constantFrom("```", "\n", "````", "`", "x", "~~~", "# no heading", " ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const printed = `${pieces.join("")}x`;
        const lines = render(called("bash", { command: "true" }, printed)).split("\n");
        const open = lines.findIndex((line) => /^`{3,}text$/u.test(line));
        const fence = lines[open]?.replace("text", "") ?? "";
        const close = lines.indexOf(fence, open + 1);
        expect(lines.slice(open + 1, close).join("\n")).toBe(printed);
        expect(lines.slice(close + 1)).toEqual([""]);
      }),
    );
  });
});
