import { describe, expect, it } from "vitest";
import type { Model, ModelEvent, ModelMessage, ModelToolCall } from "../model.ts";
import { createContextFitter } from "../models/context-fitter.ts";
import type { SessionEvent } from "../session/session-event.ts";
import { createShellModel } from "../shell-model.ts";
import { runTurn } from "./run-turn.ts";

/** A model that gives the prepared answers, one per request. */
function createScriptedModel(answers: readonly (readonly ModelEvent[])[]): Model {
  let next = 0;
  return {
    name: "scripted",
    async *respond() {
      yield* answers[next++] ?? [];
    },
  };
}

function createSubject(model: Model, onCall: () => void = () => undefined) {
  const shown: string[] = [];
  const calls: ModelToolCall[] = [];
  const events: SessionEvent[] = [];
  const notices: string[] = [];
  const stop = new AbortController();
  const messages: ModelMessage[] = [{ role: "user", text: "hello" }];
  const run = () =>
    runTurn({
      model,
      tools: [],
      bridge: {
        showMessage: async (text) => void shown.push(text),
        showThought: async (text) => void shown.push(`(${text})`),
        showUsage: async ({ usedTokens, windowTokens }) =>
          void shown.push(`${usedTokens} of ${windowTokens}`),
      },
      signal: stop.signal,
      messages,
      system: "",
      context: createContextFitter(),
      async runCall(call) {
        if (stop.signal.aborted) return "not run";
        calls.push(call);
        onCall();
        return JSON.stringify(call.input);
      },
      takeNotices: () => notices.splice(0),
      record: async (event) => void events.push(event),
    });
  return { run, stop, shown, calls, messages, events, notices };
}

const call: ModelEvent = { type: "tool-call", name: "echo", input: {} };

describe("runTurn", () => {
  it("runs the calls of an answer, hands their results back and ends without one", async () => {
    const model = createScriptedModel([
      [
        { type: "text", text: "Let me see." },
        { type: "tool-call", name: "echo", input: { n: 1 } },
        { type: "tool-call", name: "echo", input: { n: 2 } },
      ],
      [{ type: "text", text: "Done." }],
    ]);
    const { run, shown, messages } = createSubject(model);
    expect(await run()).toBe("end_turn");
    expect(shown).toEqual(["Let me see.", "Done."]);
    expect(messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
    ]);
    expect(messages[3]).toMatchObject({ role: "tool", text: '{"n":2}' });
  });

  it.each([
    { windowTokens: 1000, inputTokens: 100, outputTokens: 20, told: ["120 of 1000"] },
    { windowTokens: 1000, inputTokens: 100, outputTokens: null, told: ["100 of 1000"] },
    { windowTokens: null, inputTokens: 100, outputTokens: 20, told: [] },
    { windowTokens: 1000, inputTokens: null, outputTokens: 20, told: [] },
  ])(
    "tells how full the context is, where window and filling are known: %o",
    async ({ windowTokens, inputTokens, outputTokens, told }) => {
      const usage = { inputTokens, outputTokens, cachedInputTokens: null, reasoningTokens: null };
      const finish: ModelEvent = { type: "finish", stopReason: "end_turn", usage, replay: null };
      const model = { ...createScriptedModel([[finish]]), windowTokens };
      const { run, shown, events } = createSubject(model);
      await run();
      expect(shown).toEqual(told);
      expect(events.filter(({ type }) => type === "usage").length).toBe(told.length);
    },
  );

  it("gives every call an id of its own", async () => {
    const { run, calls } = createSubject(createScriptedModel([[call, call], [call]]));
    await run();
    expect(new Set(calls.map(({ callId }) => callId)).size).toBe(3);
  });

  it("cases 51, 55: ends as cancelled, and every call it heard of has a result", async () => {
    const subject = createSubject(createScriptedModel([[call, call]]), () => subject.stop.abort());
    expect(await subject.run()).toBe("cancelled");
    expect(subject.calls.length).toBe(1);
    expect(subject.messages.slice(2)).toMatchObject([{ text: "{}" }, { text: "not run" }]);
  });

  it("ends a model that goes in circles", async () => {
    const model: Model = {
      name: "circle",
      async *respond() {
        yield call;
      },
    };
    expect(await createSubject(model).run()).toBe("max_turn_requests");
  });

  it("records an answer in pieces of one kind, in their order, before its calls", async () => {
    const { run, events, shown } = createSubject(
      createScriptedModel([
        [
          { type: "thought", text: "Hm" },
          { type: "thought", text: "m." },
          { type: "text", text: "O" },
          { type: "text", text: "k." },
          call,
        ],
      ]),
    );
    await run();
    expect(shown).toEqual(["(Hm)", "(m.)", "O", "k."]);
    expect(events).toMatchObject([
      {
        type: "answer",
        parts: [
          { type: "thought", text: "Hmm." },
          { type: "text", text: "Ok." },
        ],
        calls: [{ name: "echo" }],
      },
    ]);
  });

  it("stops as the model says it stopped, and keeps what it wants back", async () => {
    const replay = { model: "scripted", content: ["signed"] };
    const finish: ModelEvent = { type: "finish", stopReason: "refusal", usage: null, replay };
    const { run, messages, events } = createSubject(
      createScriptedModel([[{ type: "text", text: "No." }, finish]]),
    );
    expect(await run()).toBe("refusal");
    expect(messages.at(-1)).toEqual({ role: "assistant", text: "No.", calls: [], replay });
    expect(events.at(-1)).toMatchObject({ type: "answer", replay });
  });

  it("shows that it asks again, and keeps nothing of it", async () => {
    const retry: ModelEvent = { type: "retry", attempt: 2, delayMs: 1500, reason: "Busy." };
    const { run, shown, messages } = createSubject(createScriptedModel([[retry]]));
    await run();
    expect(shown).toEqual(["(Busy. Asking again in 1.5 s.\n)"]);
    expect(messages.length).toBe(1);
  });

  it("keeps what a model said before it failed, does nothing of what it asked, and fails", async () => {
    const model: Model = {
      name: "failing",
      async *respond() {
        yield { type: "text", text: "I will" };
        yield call;
        throw new Error("connection reset");
      },
    };
    const { run, calls, messages } = createSubject(model);
    await expect(run()).rejects.toThrow("connection reset");
    expect(calls).toEqual([]);
    expect(messages.at(-1)).toEqual({ role: "assistant", text: "I will", calls: [] });
  });

  it("is cancelled, not failed, when the model throws because of it", async () => {
    const subject = createSubject({
      name: "abortable",
      async *respond() {
        yield { type: "text", text: "Wait" };
        subject.stop.abort();
        throw new Error("aborted");
      },
    });
    expect(await subject.run()).toBe("cancelled");
  });

  it("tells what happened meanwhile before the next step, once", async () => {
    const subject = createSubject(
      createScriptedModel([[call], [call], []]),
      () => void subject.notices.push("job ended"),
    );
    await subject.run();
    expect(subject.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "notice",
      "assistant",
      "tool",
      "notice",
    ]);
    expect(subject.events.filter(({ type }) => type === "notice").length).toBe(2);
  });
});

describe("createShellModel", () => {
  async function answer(text: string, role: "user" | "notice" = "user"): Promise<ModelEvent[]> {
    const events: ModelEvent[] = [];
    const request = {
      messages: [{ role, text }],
      tools: [],
      signal: new AbortController().signal,
    } as const;
    for await (const event of createShellModel().respond(request)) events.push(event);
    return events;
  }

  it("takes the prompt as the command line, lines and spaces included", async () => {
    expect(await answer("  a\n b ")).toEqual([
      { type: "tool-call", name: "bash", input: { command: "  a\n b " } },
    ]);
  });

  it("runs nothing for an empty prompt and says so", async () => {
    expect(await answer(" \n")).toMatchObject([{ type: "text" }]);
  });

  it("runs what the person typed and nothing else", async () => {
    expect(createShellModel().author).toBe("person");
    expect(await answer("rm x", "notice")).toEqual([]);
  });
});
