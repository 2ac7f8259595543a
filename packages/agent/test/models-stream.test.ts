import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../src/model.ts";
import { createAiSdkModel } from "../src/models/create-ai-sdk-model.ts";
import { PROVIDER_KINDS } from "../src/models/provider-settings.ts";
import { ask, collect, createSettings, KEY, toWords } from "./model-server/ask-model.ts";
import { call, stream, text, thought } from "./model-server/scripted-answer.ts";
import { startModelServer } from "./model-server/start-model-server.ts";

const TOOL = {
  name: "bash",
  description: "Runs a command.",
  inputSchema: { type: "object", properties: { command: { type: "string" } } },
};

describe.each(PROVIDER_KINDS)("a model spoken to as %s", (kind) => {
  it("streams its thoughts and words as they come, then its calls, then why it stopped", async () => {
    await using server = await startModelServer(
      stream(
        thought("Let me think."),
        text("Héllo 🌍, "),
        call("bash", { command: "ls" }),
        call("bash", { command: "pwd" }),
      ),
    );
    const events = await collect(createAiSdkModel(createSettings(kind, server)).respond(ask("hi")));
    expect(toWords(events, "thought")).toBe("Let me think.");
    expect(toWords(events, "text")).toBe("Héllo 🌍, ");
    expect(events.filter(({ type }) => type === "text").length).toBeGreaterThan(1);
    expect(events.slice(-3)).toMatchObject([
      { type: "tool-call", name: "bash", input: { command: "ls" } },
      { type: "tool-call", name: "bash", input: { command: "pwd" } },
      { type: "finish", stopReason: "end_turn" },
    ]);
  });

  it("tells how many tokens it took", async () => {
    await using server = await startModelServer(stream(text("hi")));
    const events = await collect(createAiSdkModel(createSettings(kind, server)).respond(ask("hi")));
    expect(events.at(-1)).toMatchObject({
      type: "finish",
      usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60 },
    });
  });

  it.each([
    ["end", "end_turn"],
    ["length", "max_tokens"],
    ["refusal", "refusal"],
  ] as const)("that stops for %s ends with %s", async (stop, stopReason) => {
    await using server = await startModelServer({ ...stream(text("So far.")), stop });
    const events = await collect(createAiSdkModel(createSettings(kind, server)).respond(ask("hi")));
    expect(toWords(events, "text")).toBe("So far.");
    expect(events.at(-1)).toMatchObject({ type: "finish", stopReason });
  });

  it("does not act on the calls of an answer that hit its length limit", async () => {
    await using server = await startModelServer({
      ...stream(text("I will"), call("bash", { command: "rm -r build" })),
      stop: "length",
    });
    const events = await collect(createAiSdkModel(createSettings(kind, server)).respond(ask("hi")));
    expect(events.filter(({ type }) => type === "tool-call")).toEqual([]);
    expect(JSON.stringify(events.at(-1))).not.toContain("rm -r build");
  });

  it("gets its thoughts, its signature and its own call ids back with the results", async () => {
    await using server = await startModelServer(
      stream(thought("Hm.", "sig-1"), text("Looking."), call("bash", { command: "ls" })),
      stream(text("Done.")),
    );
    const model = createAiSdkModel(createSettings(kind, server));
    const first = await collect(model.respond({ ...ask("hi"), tools: [TOOL] }));
    const finish = first.at(-1);
    const replay = finish?.type === "finish" ? finish.replay : null;
    const messages: ModelMessage[] = [
      { role: "user", text: "hi" },
      {
        role: "assistant",
        text: "Looking.",
        calls: [{ callId: "call_own", name: "bash", input: { command: "ls" } }],
        ...(replay !== null && { replay: JSON.parse(JSON.stringify(replay)) }),
      },
      { role: "tool", callId: "call_own", text: "a.txt" },
    ];
    await collect(model.respond({ ...ask("hi"), messages, tools: [TOOL] }));
    const sent = server.requests[1]?.body ?? "";
    expect(sent).toContain("Hm.");
    expect(sent.includes("sig-1")).toBe(kind === "anthropic");
    expect(sent).toContain(kind === "anthropic" ? "toolu_2_bash" : "call_0_bash");
    expect(sent).not.toContain("call_own");
    expect(sent).toContain("a.txt");
  });

  it("gives the text of arguments that are no JSON, for the tool to refuse", async () => {
    await using server = await startModelServer(
      stream({ type: "call", name: "bash", raw: '{"command": "ls' }),
      stream(text("Sorry.")),
    );
    const model = createAiSdkModel(createSettings(kind, server));
    const events = await collect(model.respond(ask("hi")));
    expect(events[0]).toMatchObject({ type: "tool-call", input: '{"command": "ls' });
    const [made, finish] = events;
    const calls =
      made?.type === "tool-call" ? [{ callId: "call_a", name: made.name, input: made.input }] : [];
    const replay = finish?.type === "finish" ? finish.replay : null;
    const answer = {
      role: "assistant",
      text: "",
      calls,
      ...(replay !== null && { replay }),
    } as const;
    const result = { role: "tool", callId: "call_a", text: "bash: arguments: no" } as const;
    await collect(
      model.respond({ ...ask("hi"), messages: [{ role: "user", text: "hi" }, answer, result] }),
    );
    expect(server.requests[1]?.body).toContain("invalid");
  });

  it("sends the tools, the system prompt, the key where it belongs, and the headers", async () => {
    await using server = await startModelServer(stream(text("ok")));
    const settings = createSettings(kind, server, { headers: { "x-team": "blue-team" } });
    const request = { ...ask("hi"), system: "Be brief.", tools: [TOOL] };
    await collect(createAiSdkModel(settings).respond(request));
    const sent = server.requests[0];
    expect(sent?.json).toMatchObject({ model: "test-model", stream: true });
    expect(sent?.body).toContain("Be brief.");
    expect(sent?.body).toContain("Runs a command.");
    expect(sent?.body).not.toContain(KEY);
    expect(sent?.headers["x-team"]).toBe("blue-team");
    expect(sent?.headers[kind === "anthropic" ? "x-api-key" : "authorization"]).toContain(KEY);
  });

  it("is asked to think as hard as was set, in the provider's words", async () => {
    await using server = await startModelServer(stream(text("ok")), stream(text("ok")));
    for (const effort of ["default", "high"] as const) {
      const settings = createSettings(kind, server, {}, { effort });
      await collect(createAiSdkModel(settings).respond(ask("hi")));
    }
    const asked = server.requests.map(({ body }) => /reasoning_effort|"thinking"/u.test(body));
    expect(asked).toEqual([false, true]);
  });

  it("reads a picture where it can, and says that it was left out where it cannot", async () => {
    await using server = await startModelServer(stream(text("a cat")), stream(text("?")));
    const images = [{ mimeType: "image/png", data: "aGk=" }];
    const messages: ModelMessage[] = [{ role: "user", text: "what is it?", images }];
    for (const acceptsImages of [true, false]) {
      const settings = createSettings(kind, server, {}, { acceptsImages });
      await collect(createAiSdkModel(settings).respond({ ...ask(""), messages }));
    }
    expect(server.requests[0]?.body).toContain("aGk=");
    expect(server.requests[1]?.body).not.toContain("aGk=");
    expect(server.requests[1]?.body).toContain("image/png left out");
  });

  it.each(["cut", "end"] as const)(
    "that breaks off after words fails (%s), keeps them and is not asked again",
    async (fault) => {
      await using server = await startModelServer(
        { ...stream(text("One two three"), call("bash", {})), fault: { kind: fault, after: 4 } },
        stream(text("again")),
      );
      const seen: string[] = [];
      const answer = createAiSdkModel(createSettings(kind, server)).respond(ask("hi"));
      const reading = (async () => {
        for await (const event of answer) seen.push(event.type);
      })();
      await expect(reading).rejects.toMatchObject({
        name: "AgentError",
        code: "model-failed",
        message: expect.stringContaining("what came before is kept"),
      });
      expect(new Set(seen)).toEqual(new Set(["text"]));
      expect(server.requests.length).toBe(1);
    },
  );

  it("that sends what is no JSON after words fails with words that say so", async () => {
    await using server = await startModelServer({
      ...stream(text("One two three")),
      fault: { kind: "malformed", after: 4 },
    });
    const answer = createAiSdkModel(createSettings(kind, server)).respond(ask("hi"));
    await expect(collect(answer)).rejects.toThrow("sent something that is no answer");
  });
});
