import { describe, expect, it } from "vitest";
import { toTerminalId } from "@termwire/terminal";
import { toFields, type Fields } from "../wire/read-fields.ts";
import { AgentConnection } from "./agent-connection.ts";
import { SentPrompts } from "./sent-prompts.ts";
import { SessionActions, toWords } from "./session-actions.ts";
import { SessionBook } from "./session-book.ts";

const ID = toTerminalId("t1");

/** A session on a connection whose answers come by method; null is no connection at all. */
async function open(answers: Readonly<Record<string, unknown>> | null) {
  const sent: Fields[] = [];
  const failures: string[] = [];
  const connection: AgentConnection = new AgentConnection({
    send: (message) => {
      const fields = toFields(message);
      const { id, method } = fields;
      sent.push(fields);
      const answer = answers?.[String(method)];
      if (id === undefined || answer === undefined) return;
      const body =
        answer instanceof Error
          ? { error: { code: -1, message: answer.message } }
          : { result: answer };
      queueMicrotask(() => connection.receive({ id, ...body }));
    },
    onNotification: () => undefined,
    onRequest: async () => null,
  });
  await connection.initialize();
  const book = new SessionBook({
    createCard: () => ({
      element: null,
      apply: () => undefined,
      describe: () => undefined,
      speak: () => undefined,
    }),
    onChange: () => undefined,
    nowMs: () => 0,
    onPromptArrived: () => undefined,
  });
  const session = book.begin(connection, "s", "/p");
  const actions = new SessionActions({
    connection: () => (answers?.["connected"] === false ? null : connection),
    book: () => book,
    sent: new SentPrompts(),
    fail: (error) => failures.push(toWords(error)),
  });
  const asked = () => sent.slice(1).map(({ method, params }) => [method, params]);
  return { session, actions, asked, failures };
}

const offering = (terminal: object) => ({
  protocolVersion: 1,
  agentCapabilities: { _meta: { termwire: { terminal } } },
});

describe("one command", () => {
  it("is stopped by its own request where the agent takes it", async () => {
    const { session, actions, asked } = await open({
      initialize: offering({ cancel: true }),
      "_termwire/terminal/cancel": {},
    });
    expect(actions.stop(session, ID)).toBe(true);
    expect(asked()).toEqual([["_termwire/terminal/cancel", { sessionId: "s", terminalId: "t1" }]]);
  });

  it("is not stopped, and its turn neither, where the agent takes no such request", async () => {
    const { session, actions, asked } = await open({ initialize: offering({}) });
    expect(actions.stop(session, ID)).toBe(false);
    expect(asked()).toEqual([]);
  });

  it("is typed into in bytes", async () => {
    const { session, actions, asked } = await open({
      initialize: offering({ input: true }),
      "_termwire/terminal/input": {},
    });
    await actions.type(session, ID, new TextEncoder().encode("hi\n"));
    const params = { sessionId: "s", terminalId: "t1", data: "aGkK" };
    expect(asked()).toEqual([["_termwire/terminal/input", params]]);
  });

  it("is resized only where the agent takes it", async () => {
    const size = { cols: 80, rows: 24 };
    const without = await open({ initialize: offering({}) });
    await without.actions.resize(without.session, ID, size);
    expect(without.asked()).toEqual([]);
    const { session, actions, asked } = await open({
      initialize: offering({ resize: true }),
      "_termwire/terminal/resize": {},
    });
    await actions.resize(session, ID, size);
    expect(asked()).toEqual([
      ["_termwire/terminal/resize", { sessionId: "s", terminalId: "t1", ...size }],
    ]);
  });

  it("that has ended meanwhile is refused in words", async () => {
    const { session, actions, failures } = await open({
      initialize: offering({ input: true }),
      "_termwire/terminal/input": new Error("no command runs in t1"),
    });
    await actions.type(session, ID, new Uint8Array([3]));
    expect(failures).toEqual(["no command runs in t1"]);
  });
});

describe("a prompt", () => {
  it("carries a name of its own, by which its turn is known", async () => {
    const { session, actions, asked } = await open({ initialize: {}, "session/prompt": {} });
    await actions.prompt(session, "hello");
    const { prompts } = session.view.conversation;
    expect(asked()).toEqual([
      [
        "session/prompt",
        {
          sessionId: "s",
          prompt: [{ type: "text", text: "hello" }],
          _meta: { termwire: { promptId: prompts[0] } },
        },
      ],
    ]);
  });

  it("without a connection stays where it is shown, and refuses nothing", async () => {
    const { session, actions, failures } = await open({ initialize: {}, connected: false });
    await actions.prompt(session, "hello");
    expect(session.isWorking).toBe(true);
    expect(failures).toEqual([]);
  });
});
