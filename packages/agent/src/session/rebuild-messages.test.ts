import { describe, expect, it } from "vitest";
import { createToolRegistry, defineTool } from "@termwire/tools";
import { INTERRUPTED, rebuildMessages } from "./rebuild-messages.ts";
import { replayEvents } from "./replay-events.ts";
import type { SessionEvent } from "./session-event.ts";

const tools = createToolRegistry();
tools.register(
  defineTool<{ n: number }, { sum: number }>({
    name: "add",
    description: "Adds one.",
    inputSchema: {},
    parseArgs(input) {
      if (typeof input !== "object" || input === null || !("n" in input)) {
        throw new Error("expected n");
      }
      return { n: Number(input.n) };
    },
    run: async ({ n }) => ({ sum: n + 1 }),
    renderResult: ({ sum }) => `sum ${sum}`,
    isFailure: () => false,
  }),
);

const answer = (...inputs: readonly unknown[]): SessionEvent => ({
  type: "answer",
  parts: [
    { type: "thought", text: "Hm." },
    { type: "text", text: "I add." },
  ],
  calls: inputs.map((input, index) => ({ callId: `c${index}`, name: "add", input })),
  replay: null,
});
const ended = (callId: string, result: unknown, text: string | null = null): SessionEvent => ({
  type: "call-ended",
  callId,
  result,
  text,
});
const texts = (events: readonly SessionEvent[]) =>
  rebuildMessages(events, tools).flatMap((message) =>
    message.role === "tool" ? [message.text] : [],
  );

describe("a conversation from its events", () => {
  it("has the images of prompts, and nothing of what was asked of the harness", () => {
    const images = [{ mimeType: "image/png", data: "aGk=" }];
    const events: readonly SessionEvent[] = [
      { type: "prompt", text: "look", messageId: null, images },
      { type: "command", text: "/jobs", messageId: null, reply: "No background jobs." },
      { type: "usage", usedTokens: 1, windowTokens: 2 },
    ];
    expect(rebuildMessages(events, tools)).toEqual([{ role: "user", text: "look", images }]);
  });

  it("is what the model saw", () => {
    const messages = rebuildMessages(
      [
        { type: "title-changed", title: "x" },
        { type: "notice", text: "job ended" },
        { type: "prompt", text: "add", messageId: null },
        answer({ n: 1 }),
        { type: "call-started", callId: "c0" },
        ended("c0", { sum: 2 }),
        { type: "turn-ended", stopReason: "end_turn" },
      ],
      tools,
    );
    expect(messages).toEqual([
      { role: "notice", text: "job ended" },
      { role: "user", text: "add" },
      {
        role: "assistant",
        text: "I add.",
        calls: [{ callId: "c0", name: "add", input: { n: 1 } }],
      },
      { role: "tool", callId: "c0", text: "sum 2" },
    ]);
  });

  it("has a result for every call, in the order of the calls, also where the session was killed (cases 55, 168)", () => {
    expect(texts([answer({ n: 1 }, { n: 2 }), { type: "call-started", callId: "c0" }])).toEqual([
      INTERRUPTED,
      INTERRUPTED,
    ]);
    expect(texts([answer({ n: 1 }, { n: 2 }), ended("c1", { sum: 3 })])).toEqual([
      INTERRUPTED,
      "sum 3",
    ]);
  });

  it("has why a call was refused or skipped", () => {
    expect(
      texts([
        answer({ n: 1 }, { n: 2 }),
        ended("c0", null, "Not run: no."),
        { type: "call-skipped", callId: "c1", text: "Not run: cancelled." },
      ]),
    ).toEqual(["Not run: no.", "Not run: cancelled."]);
  });

  it("has one result of a call that was run again outside of its sandbox", () => {
    const retried: readonly SessionEvent[] = [
      answer({ n: 1 }),
      ended("c0", { sum: 0 }),
      { type: "call-retried", callId: "c0", retryId: "r0" },
    ];
    expect(texts(retried)).toEqual(["sum 0"]);
    expect(texts([...retried, ended("r0", { sum: 9 })])).toEqual(["sum 9"]);
    expect(texts([...retried, ended("r0", null, "sum 0\n[Left inside.]")])).toEqual([
      "sum 0\n[Left inside.]",
    ]);
  });

  it("says of arguments the tool refuses what the tool says", () => {
    expect(texts([answer("nonsense"), ended("c0", null)])).toEqual([
      expect.stringContaining("expected n"),
    ]);
  });

  it("gives back what the model wanted back", () => {
    const replay = { model: "m", content: { signature: "s" } };
    const event: SessionEvent = { type: "answer", parts: [], calls: [], replay };
    expect(rebuildMessages([event], tools)).toEqual([
      { role: "assistant", text: "", calls: [], replay },
    ]);
  });

  it("leaves out what belongs to no call", () => {
    expect(rebuildMessages([ended("gone", 1)], tools)).toEqual([]);
  });

  it("goes on without a tool that is not there any more", () => {
    const events = [answer({ n: 1 }), ended("c0", { sum: 2 })];
    expect(rebuildMessages(events, createToolRegistry()).at(-1)).toMatchObject({
      text: '{"sum":2}',
    });
  });
});

describe("a session shown again", () => {
  async function show(events: readonly SessionEvent[]): Promise<string[]> {
    const shown: string[] = [];
    await replayEvents(events, {
      tools,
      bridge: {
        runTool: () => Promise.reject(new Error("nothing is run on replay")),
        showMessage: async (text) => void shown.push(`says ${text}`),
        showThought: async (text) => void shown.push(`thinks ${text}`),
        showUserMessage: async (text) => void shown.push(`person ${text}`),
        showUsage: async ({ usedTokens }) => void shown.push(`usage ${usedTokens}`),
        replayTool: async ({ callId, toolName, tool, result }) =>
          void shown.push(
            `${callId} ${toolName}${tool === null ? "?" : ""} ${JSON.stringify(result) ?? "lost"}`,
          ),
      },
    });
    return shown;
  }

  it("has words and cards in their order, and runs nothing (case 87)", async () => {
    expect(
      await show([
        { type: "title-changed", title: "x" },
        { type: "prompt", text: "add", messageId: null },
        answer({ n: 1 }, { n: 2 }),
        { type: "call-started", callId: "c0" },
        ended("c0", { sum: 2 }),
        { type: "call-retried", callId: "c0", retryId: "r0" },
        ended("r0", { sum: 3 }),
        { type: "call-skipped", callId: "c1", text: "Not run" },
        { type: "turn-ended", stopReason: "cancelled" },
      ]),
    ).toEqual(["person add", "thinks Hm.", "says I add.", 'c0 add {"sum":2}', 'r0 add {"sum":3}']);
  });

  it("gives a call that never ended to the bridge, which knows whether it runs (cases 52, 168)", async () => {
    const events: readonly SessionEvent[] = [
      answer({ n: 1 }),
      { type: "call-started", callId: "c0" },
    ];
    expect((await show(events)).at(-1)).toBe("c0 add lost");
  });

  it("shows nothing twice that happens meanwhile", async () => {
    const events: SessionEvent[] = [{ type: "prompt", text: "one", messageId: null }];
    const shown = show(events);
    events.push({ type: "prompt", text: "two", messageId: null });
    expect(await shown).toEqual(["person one"]);
  });

  it("shows the calls of a tool that is not there any more", async () => {
    const events: readonly SessionEvent[] = [
      {
        type: "answer",
        parts: [],
        calls: [{ callId: "c", name: "gone", input: {} }],
        replay: null,
      },
      { type: "call-started", callId: "c" },
      ended("c", 1),
    ];
    expect(await show(events)).toEqual(["c gone? 1"]);
  });
});
