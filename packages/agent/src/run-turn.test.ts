import { describe, expect, it } from "vitest";
import type { ToolCallBridge, ToolCallRequest } from "@termwire/acp/agent";
import type { CommandRunner } from "@termwire/terminal";
import { createToolRegistry, defineTool } from "@termwire/tools";
import type { Model, ModelEvent, ModelMessage } from "./model.ts";
import { runTurn } from "./run-turn.ts";
import { createShellModel } from "./shell-model.ts";

/** A runner no test here reaches. */
const noRunner: CommandRunner = {
  resolve: () => {
    throw new Error("nothing is run here");
  },
  start: () => Promise.reject(new Error("nothing is run here")),
};

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

function createSubject(model: Model, onCall: (request: ToolCallRequest) => void = () => undefined) {
  const tools = createToolRegistry();
  tools.register(
    defineTool<{ text: string }, { echoed: string }>({
      name: "echo",
      description: "Says it again.",
      inputSchema: {},
      parseArgs: (input) => ({ text: JSON.stringify(input) }),
      run: async ({ text }) => ({ echoed: text }),
      renderResult: ({ echoed }) => echoed,
      isFailure: () => false,
    }),
  );
  const said: string[] = [];
  const calls: ToolCallRequest[] = [];
  const bridge: ToolCallBridge = {
    async runTool(request) {
      calls.push(request);
      onCall(request);
      const { callId, runner, signal } = request;
      const context = {
        callId,
        runner,
        signal,
        session: { cwd: "/p" },
        showTerminal: () => undefined,
      };
      return request.tool.prepare(request.input).run(context);
    },
    async showMessage(text) {
      said.push(text);
    },
    replayTool: async () => undefined,
    showThought: async () => undefined,
    showUserMessage: async () => undefined,
  };
  const stop = new AbortController();
  const messages: ModelMessage[] = [{ role: "user", text: "hello" }];
  const run = () =>
    runTurn({ model, tools, runner: noRunner, bridge, signal: stop.signal, messages });
  return { run, stop, said, calls, messages };
}

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
    const { run, said, messages } = createSubject(model);
    expect(await run()).toBe("end_turn");
    expect(said).toEqual(["Let me see.", "Done."]);
    expect(messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
    ]);
    expect(messages[3]).toMatchObject({ role: "tool", text: '{"n":2}' });
  });

  it("gives every call an id of its own", async () => {
    const call: ModelEvent = { type: "tool-call", name: "echo", input: {} };
    const { run, calls } = createSubject(createScriptedModel([[call, call], [call]]));
    await run();
    expect(new Set(calls.map(({ callId }) => callId)).size).toBe(3);
  });

  it("tells the model which tools there are when it calls one there is not", async () => {
    const call: ModelEvent = { type: "tool-call", name: "nope", input: {} };
    const { run, messages } = createSubject(createScriptedModel([[call]]));
    await run();
    expect(messages[2]).toMatchObject({ text: 'There is no tool "nope". Available: echo.' });
  });

  it("case 51: ends as cancelled, and does not start the calls that were still to come", async () => {
    const call: ModelEvent = { type: "tool-call", name: "echo", input: {} };
    const subject = createSubject(createScriptedModel([[call, call]]), () => subject.stop.abort());
    expect(await subject.run()).toBe("cancelled");
    expect(subject.calls.length).toBe(1);
    expect(subject.messages.at(-1)).toMatchObject({ text: expect.stringContaining("Not run") });
  });

  it("ends a model that goes in circles", async () => {
    const model: Model = {
      name: "circle",
      async *respond() {
        yield { type: "tool-call", name: "echo", input: {} };
      },
    };
    expect(await createSubject(model).run()).toBe("max_turn_requests");
  });
});

describe("createShellModel", () => {
  async function answer(text: string): Promise<ModelEvent[]> {
    const events: ModelEvent[] = [];
    const request = {
      messages: [{ role: "user", text }],
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
});
