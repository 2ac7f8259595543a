import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAiSdkModel, type AgentError, type ModelEvent } from "@termwire/agent";
import { PROVIDER_KINDS, type ProviderKind } from "../src/models/provider-settings.ts";
import { ask, collect, createSettings, KEY, toWords } from "./model-server/ask-model.ts";
import { stream, text, type ScriptedAnswer } from "./model-server/scripted-answer.ts";
import { startModelServer, type ModelServer } from "./model-server/start-model-server.ts";
import { serveSession } from "./serve-session.ts";

const HTML = `<!DOCTYPE html><html>${"<p>maintenance</p>".repeat(500)}</html>`;

/** A response of these bytes, whatever they are. */
function raw(body: string, type = "text/event-stream"): ScriptedAnswer {
  return { kind: "status", status: 200, headers: { "content-type": type }, body };
}

function createModel(kind: ProviderKind, server: ModelServer) {
  return createAiSdkModel(createSettings(kind, server), {
    retry: { maxAttempts: 2, baseDelayMs: 1, random: () => 0 },
    silenceMs: 5_000,
  });
}

type Outcome =
  | { readonly kind: "answered"; readonly events: readonly ModelEvent[] }
  | { readonly kind: "failed"; readonly error: unknown };

/** What comes of two such answers in a row. It comes to an end, within the test's own time. */
async function answer(kind: ProviderKind, scripted: ScriptedAnswer): Promise<Outcome> {
  await using server = await startModelServer(scripted, scripted);
  try {
    return {
      kind: "answered",
      events: await collect(createModel(kind, server).respond(ask("hi"))),
    };
  } catch (error) {
    return { kind: "failed", error };
  }
}

/** Bodies that are no answer in any provider's words. */
const NO_ANSWERS: readonly (readonly [what: string, scripted: ScriptedAnswer])[] = [
  ["nothing at all", raw("")],
  ["a page of HTML", raw(HTML, "text/html")],
  ["a page of HTML that says it is a stream", raw(HTML)],
  ["bytes that are no text", raw("\u0000\u0001\uFFFD\u0007".repeat(2000))],
  ["events without data", raw("event: ping\n\n: comment\n\nretry: 5\n\n")],
  ["data without an end", raw(`data: {"choices":[{"delta":{"content":"x`)],
  ["JSON of no kind", raw('data: null\n\ndata: []\n\ndata: 42\n\ndata: "x"\n\n')],
  [
    "an answer in one piece where a stream was asked for",
    raw('{"choices":[]}', "application/json"),
  ],
  ["members of other types", raw('data: {"choices":"no","type":7,"delta":[]}\n\n')],
  ["words that are numbers", raw('data: {"choices":[{"index":0,"delta":{"content":5}}]}\n\n')],
  ["a line of megabytes", raw(`data: ${"x".repeat(3_000_000)}\n\n`)],
];

describe.each(PROVIDER_KINDS)("a provider spoken to as %s", (kind) => {
  it.each(NO_ANSWERS)(
    "that sends %s has failed, in a few words without its page",
    async (_what, scripted) => {
      const outcome = await answer(kind, scripted);
      const error = outcome.kind === "failed" ? outcome.error : outcome.events;
      expect(error).toMatchObject({ name: "AgentError", code: "model-failed" });
      const { message } = error as AgentError; // by the line above
      expect(message).toMatch(/^scripted /u);
      expect(message.length).toBeLessThan(400);
      expect(message).not.toContain(KEY);
    },
  );

  it.each([500, 502, 503])("that answers %i with a page of HTML is asked again", async (status) => {
    const page = { kind: "status", status, body: HTML, headers: { "content-type": "text/html" } };
    await using server = await startModelServer(page as ScriptedAnswer, stream(text("ok"))); // one of its kinds
    const events = await collect(createModel(kind, server).respond(ask("hi")));
    expect(toWords(events, "text")).toBe("ok");
    const [retry] = events;
    expect(retry?.type === "retry" && retry.reason.length).toBeLessThan(300);
  });

  it("may send megabytes at once", async () => {
    const words = "word ".repeat(600_000);
    const outcome = await answer(kind, stream(text(words)));
    const events = outcome.kind === "answered" ? outcome.events : [];
    expect(toWords(events, "text").length).toBe(words.length);
  });
});

describe.each(["meta", "v2"] as const)("a session of a client that claims %s", (claim) => {
  let cwd: string;

  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-garbage-")));
  });

  afterEach(() => {
    rmSync(cwd, { recursive: true, force: true });
  });

  it.each([
    "null",
    "42",
    '"ls"',
    "[]",
    "{}",
    '{"command":5}',
    '{"command":null}',
    '{"command":["ls"]}',
    '{"command":"ls","timeoutMs":"soon"}',
    '{"command":"ls"',
    "not json at all",
    '{"__proto__":{"command":"echo polluted"}}',
  ])("tells a model that its arguments were %s, runs nothing and goes on", async (written) => {
    await using server = await startModelServer(
      stream({ type: "call", name: "bash", raw: written }),
      stream({ type: "call", name: "bash", raw: '{"command":"echo corrected"}' }),
      stream(text("Done.")),
    );
    const model = createAiSdkModel(createSettings("openai-compatible", server));
    await using session = await serveSession(claim, cwd, { model });
    expect(await session.prompt("go")).toEqual({ stopReason: "end_turn" });
    const [, second, third] = server.requests.map(({ json }) => JSON.stringify(json["messages"]));
    expect(second).toMatch(/bash: [^"]*expected/u);
    expect(third).toContain("corrected");
    const started = session.events.filter(({ event }) => event.type === "terminal-started");
    expect(started.length).toBe(1);
  });

  it("tells a model of a tool there is not which there are", async () => {
    await using server = await startModelServer(
      stream({ type: "call", name: "rm_rf", raw: "{}" }),
      stream(text("Sorry.")),
    );
    const model = createAiSdkModel(createSettings("openai-compatible", server));
    await using session = await serveSession(claim, cwd, { model });
    await session.prompt("go");
    expect(server.requests[1]?.body).toContain('There is no tool \\"rm_rf\\". Available: bash');
  });
});
