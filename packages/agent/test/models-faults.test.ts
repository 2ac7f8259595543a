import { describe, expect, it } from "vitest";
import { createAiSdkModel, type AiSdkModelOptions } from "../src/models/create-ai-sdk-model.ts";
import { PROVIDER_KINDS, type ProviderKind } from "../src/models/provider-settings.ts";
import { ask, collect, createSettings, KEY, toWords, until } from "./model-server/ask-model.ts";
import { createGate, stream, text, thought } from "./model-server/scripted-answer.ts";
import { startModelServer, type ModelServer } from "./model-server/start-model-server.ts";

/** Waits that cost a test nothing. */
const QUICK: AiSdkModelOptions = { retry: { baseDelayMs: 1, random: () => 0 } };

function createQuickModel(kind: ProviderKind, server: ModelServer) {
  return createAiSdkModel(createSettings(kind, server), QUICK);
}

describe.each(PROVIDER_KINDS)("a model spoken to as %s", (kind) => {
  it("is asked again after a 429, not before the provider allows it, and says so", async () => {
    const headers = { "retry-after-ms": "30" };
    await using server = await startModelServer(
      { kind: "status", status: 429, headers },
      stream(text("Here I am.")),
    );
    const startMs = performance.now();
    const events = await collect(createQuickModel(kind, server).respond(ask("hi")));
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(29);
    expect(events[0]).toEqual({
      type: "retry",
      attempt: 2,
      delayMs: 30,
      reason: "scripted limits the rate of requests (429): scripted status 429",
    });
    expect(toWords(events, "text")).toBe("Here I am.");
  });

  it.each([408, 500, 502, 503, 529])("is asked again after a %i", async (status) => {
    await using server = await startModelServer({ kind: "status", status }, stream(text("ok")));
    const events = await collect(createQuickModel(kind, server).respond(ask("hi")));
    expect(events.map(({ type }) => type)).toEqual(["retry", "text", "text", "finish"]);
  });

  it.each([
    [400, "refused the request (400)"],
    [401, "does not accept the key (401)"],
    [402, "wants to be paid first (402)"],
    [404, "has no such model or address (404)"],
    [413, "finds the conversation too long (413)"],
  ])("is not asked again after a %i", async (status, message) => {
    await using server = await startModelServer({ kind: "status", status });
    const answer = collect(createQuickModel(kind, server).respond(ask("hi")));
    await expect(answer).rejects.toThrow(`scripted ${message}`);
    expect(server.requests.length).toBe(1);
  });

  it("is asked again when the stream breaks off, or fails, before a word", async () => {
    await using server = await startModelServer(
      { ...stream(text("lost")), fault: { kind: "cut", after: 1 } },
      { ...stream(text("lost")), fault: { kind: "end", after: 1 } },
      { ...stream(text("lost")), fault: { kind: "error", after: 1 } },
      { ...stream(text("lost")), fault: { kind: "malformed", after: 1 } },
      stream(text("found")),
    );
    const events = await collect(createQuickModel(kind, server).respond(ask("hi")));
    expect(events.filter(({ type }) => type === "retry").length).toBe(4);
    expect(toWords(events, "text")).toBe("found");
  });

  it("is not asked again once a thought was shown", async () => {
    const broken = { ...stream(thought("One two three four")), fault: { kind: "cut", after: 3 } };
    await using server = await startModelServer(
      broken as Parameters<ModelServer["play"]>[0], // the fault's kind is one of the words there are
      stream(text("again")),
    );
    const answer = collect(createQuickModel(kind, server).respond(ask("hi")));
    await expect(answer).rejects.toThrow("what came before is kept");
    expect(server.requests.length).toBe(1);
  });

  it("fails when it was asked as often as the policy says", async () => {
    await using server = await startModelServer();
    server.play(...Array.from({ length: 9 }, () => ({ kind: "status", status: 503 }) as const));
    const model = createAiSdkModel(createSettings(kind, server), {
      retry: { baseDelayMs: 1, maxAttempts: 3 },
    });
    await expect(collect(model.respond(ask("hi")))).rejects.toThrow("has a problem (503)");
    expect(server.requests.length).toBe(3);
  });

  it("fails at once when the provider asks for more patience than a person has", async () => {
    const headers = { "retry-after": "3600" };
    await using server = await startModelServer({ kind: "status", status: 429, headers });
    const answer = collect(createQuickModel(kind, server).respond(ask("hi")));
    await expect(answer).rejects.toThrow("asks to wait 3600 s");
    expect(server.requests.length).toBe(1);
  });

  it("does not wait for money", async () => {
    const body = JSON.stringify({
      type: "error",
      error: { type: "insufficient_quota", message: "insufficient_quota: add credit" },
    });
    await using server = await startModelServer({ kind: "status", status: 429, body });
    const answer = collect(createQuickModel(kind, server).respond(ask("hi")));
    await expect(answer).rejects.toThrow("insufficient_quota");
    expect(server.requests.length).toBe(1);
  });

  it("gives up one that sends nothing, and asks again", async () => {
    await using server = await startModelServer({ kind: "hang" }, stream(text("ok")));
    const model = createAiSdkModel(createSettings(kind, server), { ...QUICK, silenceMs: 1_000 });
    const events = await collect(model.respond(ask("hi")));
    expect(events[0]).toMatchObject({ type: "retry", reason: "scripted sent nothing for 1 s" });
    await until("the silent request is given up", () => server.openRequests === 0);
  });

  it("does not take a slow reader for a silent provider", async () => {
    await using server = await startModelServer(stream(text("one two")));
    const limitMs = 1_000;
    const model = createAiSdkModel(createSettings(kind, server), { ...QUICK, silenceMs: limitMs });
    const types = [];
    for await (const { type } of model.respond(ask("hi"))) {
      if (types.push(type) === 1) await new Promise((resolve) => setTimeout(resolve, limitMs + 50));
    }
    expect(types).toEqual(["text", "text", "finish"]);
  });

  it("cancelled while it streams ends quietly, with nothing left open", async () => {
    const gate = createGate();
    await using server = await startModelServer({
      ...stream(text("One two three"), text("never")),
      fault: { kind: "wait", after: 4, gate },
    });
    const stop = new AbortController();
    const events = [];
    for await (const event of createQuickModel(kind, server).respond(ask("hi", stop.signal))) {
      events.push(event);
      stop.abort();
    }
    expect(toWords(events, "text")).not.toContain("never");
    expect(events.every(({ type }) => type === "text")).toBe(true);
    await until("the request is given up", () => server.openRequests === 0);
  });

  it("cancelled before the answer begins, or while it waits to ask again, ends quietly", async () => {
    const headers = { "retry-after": "60" };
    await using server = await startModelServer(
      { kind: "hang" },
      { kind: "status", status: 429, headers },
    );
    const stop = new AbortController();
    const answer = collect(createQuickModel(kind, server).respond(ask("hi", stop.signal)));
    await until("it is asked", () => server.requests.length === 1);
    stop.abort();
    expect(await answer).toEqual([]);
    await until("the request is given up", () => server.openRequests === 0);

    const stopWaiting = new AbortController();
    const events = [];
    const waiting = createQuickModel(kind, server).respond(ask("hi", stopWaiting.signal));
    for await (const event of waiting) {
      events.push(event.type);
      stopWaiting.abort();
    }
    expect(events).toEqual(["retry"]);
    expect(server.requests.length).toBe(2);
  });

  it("is not asked at all when its turn was cancelled before", async () => {
    await using server = await startModelServer();
    const answer = createQuickModel(kind, server).respond(ask("hi", AbortSignal.abort()));
    expect(await collect(answer)).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it("left in the middle of its answer leaves nothing open", async () => {
    const gate = createGate();
    await using server = await startModelServer({
      ...stream(text("One two three")),
      fault: { kind: "wait", after: 4, gate },
    });
    for await (const event of createQuickModel(kind, server).respond(ask("hi"))) {
      if (event.type === "text") break;
    }
    await until("the request is given up", () => server.openRequests === 0);
    expect(server.requests.length).toBe(1);
  });

  it("that cannot be reached says where it was looked for, and never the key", async () => {
    const settings = createSettings(kind, {
      openAiUrl: "http://127.0.0.1:9/v1",
      anthropicUrl: "http://127.0.0.1:9/v1",
    });
    const model = createAiSdkModel(settings, { retry: { baseDelayMs: 1, maxAttempts: 2 } });
    await expect(collect(model.respond(ask("hi")))).rejects.toThrow(
      "scripted cannot be reached at http://127.0.0.1:9/v1",
    );
  });

  it("tells no key and no prompt in an error, whatever the provider repeats", async () => {
    const message = `Incorrect API key provided: ${KEY}. Header x-team was secret-team.`;
    const body = JSON.stringify({ type: "error", error: { type: "auth", message } });
    await using server = await startModelServer({ kind: "status", status: 401, body });
    const headers = { "x-team": "secret-team" };
    const model = createAiSdkModel(createSettings(kind, server, { headers }), QUICK);
    const failure: unknown = await collect(model.respond(ask("my private prompt"))).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Error);
    const told = describeDeeply(failure);
    expect(told).toContain("Incorrect API key provided: [hidden]");
    expect(told).not.toContain(KEY);
    expect(told).not.toContain("secret-team");
    expect(told).not.toContain("private prompt");
  });
});

/** Everything a log could print of an error: its causes and all it carries. */
function describeDeeply(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const own = Object.getOwnPropertyNames(error).map((name) => {
    const value: unknown = Reflect.get(error, name);
    return value instanceof Error ? describeDeeply(value) : `${name}=${JSON.stringify(value)}`;
  });
  return own.join("\n");
}
