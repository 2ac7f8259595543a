import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAiSdkModel, type Model } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { createProcessIdentities } from "@termwire/process";
import { connectSessions } from "./connect-sessions.ts";
import { createSettings, KEY, until } from "./model-server/ask-model.ts";
import { call, createGate, stream, text, thought } from "./model-server/scripted-answer.ts";
import { startModelServer, type ModelServer } from "./model-server/start-model-server.ts";
import { serveSession } from "./serve-session.ts";

let cwd: string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-models-")));
});

afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const bash = (command: string) => call("bash", { command });

function createModel(server: ModelServer): Model {
  return createAiSdkModel(createSettings("deepseek", server, {}, { modelId: "deepseek-v4-pro" }), {
    retry: { baseDelayMs: 1, random: () => 0 },
  });
}

type Session = Awaited<ReturnType<typeof serveSession>>;

/** How the turn ended; `error` for one that failed, whatever the version says it with. */
async function prompt(session: Session, words: string): Promise<string> {
  try {
    return (await session.prompt(words)).stopReason;
  } catch (error) {
    const told = error instanceof Error ? error.message : "";
    return told.includes("scripted") ? "error" : `an error that does not say whose: ${told}`;
  }
}

/** What a model was given of its calls, in its order. */
function readResults(messages: unknown): string[] {
  const sent = messages as { readonly role: string; readonly content: string }[]; // asserted on
  return sent.filter(({ role }) => role === "tool").map(({ content }) => content);
}

/** The text of all chunks of one kind. */
function shown({ updates }: Session, kind: "agent_message_chunk" | "agent_thought_chunk"): string {
  return updates
    .map((update) => update as { sessionUpdate?: string; content?: { text?: string } })
    .map(({ sessionUpdate, content }) => (sessionUpdate === kind ? (content?.text ?? "") : ""))
    .join("");
}

describe.each(["meta", "v2"] as const)("a real model and a client that claims %s", (claim) => {
  it("work through a turn of calls, two of them at once, one of them corrected", async () => {
    await using server = await startModelServer(
      stream(
        thought("Two at once."),
        text("Looking."),
        // Neither can end without the other.
        bash("until [ -e two ]; do sleep 0.05; done; touch one; echo first"),
        bash("touch two; until [ -e one ]; do sleep 0.05; done; echo second"),
      ),
      stream(call("bash", { cmd: "echo third" })),
      stream(bash("echo third")),
      stream(text("All done.")),
    );
    await using session = await serveSession(claim, cwd, { model: createModel(server) });
    expect(await prompt(session, "go")).toBe("end_turn");
    expect(shown(session, "agent_thought_chunk")).toBe("Two at once.");
    expect(shown(session, "agent_message_chunk")).toBe("Looking.All done.");
    const started = session.events.filter(({ event }) => event.type === "terminal-started");
    expect(started.length).toBe(3);
    const results = server.requests.map(({ json }) => readResults(json["messages"]));
    expect(results[1]).toEqual(["first", "second"]);
    expect(results[2]?.at(-1)).toContain("bash: command: expected a command line");
    expect(results[3]?.at(-1)).toBe("third");
  });

  it("is told of a wait for the provider, and then answered", async () => {
    await using server = await startModelServer(
      { kind: "status", status: 429, headers: { "retry-after-ms": "10" } },
      stream(text("Here.")),
    );
    await using session = await serveSession(claim, cwd, { model: createModel(server) });
    expect(await prompt(session, "go")).toBe("end_turn");
    expect(shown(session, "agent_thought_chunk")).toMatch(/limits the rate.*Asking again in/u);
    expect(shown(session, "agent_message_chunk")).toBe("Here.");
  });

  it("keeps a finished result when the connection breaks, and goes on from it", async () => {
    await using server = await startModelServer(
      stream(bash("echo kept-result")),
      { ...stream(text("Half an answer"), text("lost")), fault: { kind: "cut", after: 2 } },
      stream(text("Going on.")),
    );
    await using session = await serveSession(claim, cwd, { model: createModel(server) });
    expect(await prompt(session, "go")).toBe("error");
    expect(shown(session, "agent_message_chunk")).toBe("Half an");
    expect(await prompt(session, "go on")).toBe("end_turn");
    const sent = server.requests[2]?.body ?? "";
    expect(sent).toContain("kept-result");
    expect(sent).toContain("Half an");
    expect(server.requests.length).toBe(3);
  });

  it.each([
    ["refusal", "refusal"],
    ["length", "max_tokens"],
  ] as const)("says that it stopped by %s", async (stop, stopReason) => {
    await using server = await startModelServer({ ...stream(text("Well.")), stop });
    await using session = await serveSession(claim, cwd, { model: createModel(server) });
    expect(await prompt(session, "go")).toBe(stopReason);
  });

  it("cancelled while it streams leaves nothing running, and takes the next prompt", async () => {
    const gate = createGate();
    await using server = await startModelServer(
      { ...stream(text("One two")), fault: { kind: "wait", after: 2, gate } },
      stream(text("Again.")),
    );
    await using session = await serveSession(claim, cwd, { model: createModel(server) });
    const turn = prompt(session, "go");
    await until("a word is shown", () => shown(session, "agent_message_chunk") !== "");
    await session.cancel();
    expect(await turn).toBe("cancelled");
    await until("the request is given up", () => server.openRequests === 0);
    expect(await prompt(session, "again")).toBe("end_turn");
  });

  it("cancelled while a command runs ends it, and its result is kept for the next prompt", async () => {
    await using server = await startModelServer(
      stream(bash("echo before; sleep 600"), bash("echo beside; sleep 600")),
      stream(text("I see.")),
    );
    await using session = await serveSession(claim, cwd, { model: createModel(server) });
    const turn = prompt(session, "go");
    await until("both run", () => /before[^]*beside|beside[^]*before/u.test(session.output()));
    await session.cancel();
    expect(await turn).toBe("cancelled");
    const ended = session.events.filter(({ event }) => event.type === "terminal-ended");
    expect(ended.map(({ event }) => event)).toMatchObject([
      { ending: { cause: "cancelled" } },
      { ending: { cause: "cancelled" } },
    ]);
    expect(await prompt(session, "what happened?")).toBe("end_turn");
    const sent = server.requests[1]?.body ?? "";
    expect(sent).toContain("[cancelled with its turn]");
    expect(sent).toContain("before");
    expect(sent).toContain("beside");
  });
});

describe.each(["meta", "v2"] as const)(
  "a session that is opened again, by a client that claims %s",
  (claim) => {
    it("goes on from the results it had when its provider was gone, and tells its key nowhere", async () => {
      await using server = await startModelServer(
        stream(thought("Let me look."), bash("echo kept-result")),
        { ...stream(text("lost")), fault: { kind: "cut", after: 2 } },
        { kind: "status", status: 401, body: `{"error":{"message":"no such key: ${KEY}"}}` },
        stream(text("Going on.")),
      );
      const directory = join(cwd, "sessions");
      const processes = createProcessIdentities();
      const connect = () =>
        connectSessions({
          claim,
          archive: createFileArchive({ processes, directory }),
          model: createModel(server),
        });
      let sessionId: string;
      {
        await using client = await connect();
        sessionId = await client.create(cwd);
        // In version 1 the prompt fails, in version 2 its state does.
        await client.prompt(sessionId, "go").catch(() => undefined);
      }
      {
        await using client = await connect();
        await client.load(sessionId, cwd);
        expect(JSON.stringify(client.updates)).toContain("kept-result");
        await client.prompt(sessionId, "go on").catch(() => undefined);
        expect(JSON.stringify(client.updates)).not.toContain(KEY);
      }
      await using client = await connect();
      await client.load(sessionId, cwd);
      await client.prompt(sessionId, "go on, please");
      const said = JSON.stringify(client.updates.slice(-3));
      expect(said).toMatch(/"Going".*" on\."/u);
      const sent = server.requests[3]?.body ?? "";
      for (const kept of ["kept-result", "Let me look.", "call_0_bash", "go on, please"]) {
        expect(sent).toContain(kept);
      }
      const logs = readdirSync(directory).map((name) =>
        readFileSync(join(directory, name), "utf8"),
      );
      expect(logs.join("")).toContain("kept-result");
      expect(logs.join("")).not.toContain(KEY);
    });
  },
);
