import { describe, expect, it } from "vitest";
import { toPlainText } from "../conversation/content-part.ts";
import { toFields, type Fields } from "../wire/read-fields.ts";
import type { ReconnectingSocketOptions } from "../wire/reconnecting-socket.ts";
import type { PagePlace } from "./page-place.ts";
import { PageStore } from "./page-store.ts";

type Listener = Pick<ReconnectingSocketOptions, "onOpen" | "onMessage" | "onClose">;
type Answers = Readonly<Record<string, (params: Fields) => unknown>>;

const known = (sessionId: string, members: object = {}) => ({
  sessionId,
  cwd: "/p",
  title: null,
  live: true,
  working: false,
  asking: false,
  updatedAt: "2026-01-01",
  ...members,
});

/** A page and the hub it talks to. */
function load(answers: Answers = {}, place: Partial<PagePlace> = {}) {
  const hub = {
    listener: null as Listener | null,
    agentId: null as string | null,
    sent: [] as Fields[],
    places: [] as PagePlace[],
    retries: 0,
    /** What is answered; null keeps everybody waiting. */
    answers: {
      initialize: () => ({ _meta: { termwire: { hub: { cwd: "/p" } } } }),
      "_termwire/agents": () => ({ agents: [{ id: "a", isDefault: true }] }),
      "_termwire/sessions": () => ({ sessions: [] }),
      "session/new": () => ({ sessionId: "new" }),
      "session/load": () => ({}),
      "session/delete": () => ({}),
      ...answers,
    } as Answers,
    tell: (method: string, params: object) => hub.listener?.onMessage({ method, params }),
    ask: (id: number, method: string, params: object) =>
      hub.listener?.onMessage({ id, method, params }),
    update: (sessionId: string, update: object) =>
      hub.tell("session/update", { sessionId, update }),
    methods: () => hub.sent.map(({ method }) => method),
  };
  const store = new PageStore({
    connect: (agentId, listener) => {
      hub.agentId = agentId;
      hub.listener = listener;
      return {
        send: (message) => {
          const { id, method, params } = toFields(message);
          hub.sent.push(toFields(message));
          const answer = hub.answers[String(method)];
          if (id === undefined || answer === undefined) return;
          queueMicrotask(() => {
            try {
              listener.onMessage({ id, result: answer(toFields(params)) });
            } catch (error) {
              listener.onMessage({
                id,
                error: { code: -1, ...toFields(error), message: String(error), data: error },
              });
            }
          });
        },
        retry: () => void hub.retries++,
        close: () => undefined,
      };
    },
    createCard: () => ({
      element: null,
      apply: () => undefined,
      describe: () => undefined,
      speak: () => undefined,
    }),
    place: { agentId: null, sessionId: null, ...place },
    onPlace: (next) => hub.places.push(next),
    onChange: () => undefined,
    nowMs: () => 0,
  });
  store.start();
  hub.listener?.onOpen();
  return { store, hub };
}

/** Resolves when everything that could be answered was. */
const settle = async () => {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
};

async function loaded(answers: Answers = {}, place: Partial<PagePlace> = {}) {
  const page = load(answers, place);
  await settle();
  return page;
}

const words = (store: PageStore) =>
  store.state.session?.conversation.entries.map((entry) =>
    entry.kind === "message" ? toPlainText(entry.parts) : entry.kind,
  );
const text = (value: string) => ({ type: "text", text: value });

describe("a page that is opened", () => {
  it("begins a session in the server's directory where there is none", async () => {
    const { store, hub } = await loaded();
    expect(store.state).toMatchObject({
      connection: { kind: "open" },
      session: { sessionId: "new", cwd: "/p" },
      isOpening: false,
    });
    expect(hub.places.at(-1)).toEqual({ agentId: null, sessionId: "new" });
  });

  it("comes back to the newest session that goes on", async () => {
    const sessions = [
      known("old"),
      known("live", { updatedAt: "2026-02" }),
      known("dead", { live: false, updatedAt: "2026-03" }),
    ];
    const { store, hub } = await loaded({ "_termwire/sessions": () => ({ sessions }) });
    expect(store.state.session?.sessionId).toBe("live");
    expect(hub.methods()).not.toContain("session/new");
  });

  it("comes back to the session in its address, or begins one when it is gone", async () => {
    const { store } = await loaded({}, { sessionId: "mine" });
    expect(store.state.session?.sessionId).toBe("mine");
    const gone = await loaded(
      {
        "session/load": () => {
          throw new Error("unknown session");
        },
      },
      { sessionId: "mine" },
    );
    expect(gone.store.state).toMatchObject({ session: { sessionId: "new" } });
    expect(gone.store.state.failure).toContain("unknown session");
  });

  it("shows how an agent ended that cannot be started, and starts it anew", async () => {
    const { store, hub } = await loaded({
      initialize: () => {
        throw Object.assign(new Error("no"), {
          reason: "exit status 127",
          stderrTail: "not found",
        });
      },
      "_termwire/restart_agent": () => ({}),
    });
    expect(store.state.agentEnd).toEqual({ reason: "exit status 127", stderrTail: "not found" });
    hub.answers = { ...hub.answers, initialize: () => ({}) };
    await store.restartAgent();
    expect(store.state.isRestarting).toBe(true);
    hub.listener?.onClose({ code: 4001, retryMs: 1 });
    expect(hub.retries).toBe(1);
    hub.listener?.onOpen();
    await settle();
    expect(store.state).toMatchObject({ agentEnd: null, isRestarting: false });
  });

  it("goes to the server's agent where there is none of the name in its address", async () => {
    const { store, hub } = await loaded({}, { agentId: "nobody" });
    expect(hub.agentId).toBe("nobody");
    hub.listener?.onClose({ code: 4404, retryMs: 1 });
    expect(hub.agentId).toBeNull();
    expect(store.state.failure).not.toBeNull();
  });
});

describe("a server that ends", () => {
  it("is known to have ended until it is back", async () => {
    const { store, hub } = await loaded();
    hub.listener?.onClose({ code: 1001, retryMs: 1 });
    hub.listener?.onClose({ code: 1006, retryMs: 1 });
    expect(store.state.connection).toEqual({ kind: "lost", hasServerEnded: true });
    hub.listener?.onOpen();
    hub.listener?.onClose({ code: 1006, retryMs: 1 });
    expect(store.state.connection).toEqual({ kind: "lost", hasServerEnded: false });
  });
});

describe("an agent that wants one to sign in", () => {
  it("offers its ways, and opens a session after one of them", async () => {
    let isSignedIn = false;
    const { store, hub } = await loaded({
      initialize: () => ({ authMethods: [{ id: "oauth", name: "Sign in" }] }),
      "session/new": () => {
        if (!isSignedIn) throw Object.assign(new Error("sign in first"), { code: -32000 });
        return { sessionId: "new" };
      },
      authenticate: () => {
        isSignedIn = true;
        return {};
      },
    });
    expect(store.state).toMatchObject({ session: null, signIns: [{ id: "oauth" }] });
    const [way] = store.state.signIns;
    if (way !== undefined) await store.signIn(way);
    expect(hub.sent.find(({ method }) => method === "authenticate")).toMatchObject({
      params: { methodId: "oauth" },
    });
    expect(store.state).toMatchObject({
      session: { sessionId: "new" },
      signIns: [],
      failure: null,
    });
  });
});

describe("a prompt", () => {
  it("is shown at once, and its turn until it ends", async () => {
    const { store, hub } = await loaded();
    const { session } = store;
    if (session !== undefined) void store.actions.prompt(session, "hello");
    expect(words(store)).toEqual(["hello"]);
    expect(session?.isWorking).toBe(true);
    const { params } = hub.sent.at(-1) ?? {};
    const { promptId } = toFields(toFields(toFields(params)["_meta"])["termwire"]);
    hub.tell("_termwire/prompt_started", { sessionId: "new", promptId });
    hub.update("new", { sessionUpdate: "agent_message_chunk", content: text("hi") });
    hub.tell("_termwire/turn_ended", { sessionId: "new", promptId, stopReason: "end_turn" });
    expect(words(store)).toEqual(["hello", "hi"]);
    expect(session?.isWorking).toBe(false);
  });

  it("that is refused says why in its place", async () => {
    const { store } = await loaded({
      "session/prompt": () => {
        throw new Error("no model");
      },
    });
    if (store.session !== undefined) await store.actions.prompt(store.session, "hello");
    expect(words(store)).toEqual(["hello", "stop"]);
    expect(store.session?.isWorking).toBe(false);
  });

  it("that did not arrive before the connection went is given back", async () => {
    const { store, hub } = await loaded();
    if (store.session !== undefined) void store.actions.prompt(store.session, "hello");
    hub.listener?.onClose({ code: 1006, retryMs: 1 });
    expect(store.state.connection.kind).toBe("lost");
    expect(words(store)).toEqual(["hello"]);
    hub.listener?.onOpen();
    await settle();
    expect(words(store)).toEqual([]);
    expect(store.takeLostPrompt()).toBe("hello");
    expect(store.takeLostPrompt()).toBeNull();
  });

  it("that did arrive is told again, once", async () => {
    const { store, hub } = await loaded();
    if (store.session !== undefined) void store.actions.prompt(store.session, "hello");
    const { params } = hub.sent.at(-1) ?? {};
    const _meta = toFields(toFields(params)["_meta"]);
    hub.answers = {
      ...hub.answers,
      "session/load": () => {
        hub.update("new", { sessionUpdate: "user_message_chunk", content: text("hello"), _meta });
        return {};
      },
    };
    hub.listener?.onClose({ code: 1006, retryMs: 1 });
    hub.listener?.onOpen();
    await settle();
    expect(words(store)).toEqual(["hello"]);
    expect(store.takeLostPrompt()).toBeNull();
  });
});

describe("a question", () => {
  const question = {
    sessionId: "new",
    toolCall: { toolCallId: "t" },
    options: [{ optionId: "y" }],
  };

  it("is answered with the choice", async () => {
    const { store, hub } = await loaded();
    hub.ask(7, "session/request_permission", question);
    const { session } = store;
    expect(store.state.session?.permissions).toHaveLength(1);
    if (session !== undefined) store.actions.answer(session, 7, "y");
    await settle();
    expect(store.state.session?.permissions).toEqual([]);
    expect(hub.sent.at(-1)).toMatchObject({
      id: 7,
      result: { outcome: { outcome: "selected", optionId: "y" } },
    });
  });

  it("goes away when another tab answers", async () => {
    const { store, hub } = await loaded();
    hub.ask(7, "session/request_permission", question);
    const before = hub.sent.length;
    hub.tell("$/cancel_request", { requestId: 7 });
    await settle();
    expect(store.state.session?.permissions).toEqual([]);
    expect(hub.sent).toHaveLength(before);
  });

  it("is answered with nothing when the turn is cancelled", async () => {
    const { store, hub } = await loaded();
    hub.ask(7, "session/request_permission", question);
    if (store.session !== undefined) store.actions.cancel(store.session);
    await settle();
    expect(hub.methods()).toContain("session/cancel");
    expect(hub.sent.at(-1)).toMatchObject({ id: 7, result: { outcome: { outcome: "cancelled" } } });
  });

  it("of another kind is refused", async () => {
    const { hub } = await loaded();
    hub.ask(8, "fs/read_text_file", { sessionId: "new", path: "/etc/passwd" });
    await settle();
    expect(hub.sent.at(-1)).toMatchObject({ id: 8, error: { code: -32601 } });
  });
});

describe("the sessions", () => {
  it("are switched without being told again", async () => {
    const { store, hub } = await loaded({
      "_termwire/sessions": () => ({ sessions: [known("a"), known("b")] }),
    });
    await store.openSession("b");
    await store.openSession("a");
    await store.openSession("b");
    expect(store.state.session?.sessionId).toBe("b");
    expect(hub.methods().filter((method) => method === "session/load")).toHaveLength(2);
  });

  it("that are told of by the hub are in the list as they are now", async () => {
    const { store, hub } = await loaded();
    hub.tell("_termwire/session_changed", known("x", { title: "X", working: true }));
    expect(store.state.sessions).toMatchObject([{ sessionId: "x", title: "X", working: true }]);
    hub.tell("_termwire/session_closed", { sessionId: "x" });
    expect(store.state.sessions).toEqual([]);
  });

  it("leave another one open when the one that is looked at is deleted", async () => {
    const { store } = await loaded({
      "_termwire/sessions": () => ({ sessions: [known("a"), known("b", { updatedAt: "2025" })] }),
    });
    await store.deleteSession("a");
    await settle();
    expect(store.state.session?.sessionId).toBe("b");
    expect(store.state.sessions.map(({ sessionId }) => sessionId)).toEqual(["b"]);
  });

  it("get what an agent tells of a new one before it names it", async () => {
    const { store, hub } = load();
    hub.answers = {
      ...hub.answers,
      "session/new": () => {
        const availableCommands = [{ name: "plan" }];
        hub.update("new", { sessionUpdate: "available_commands_update", availableCommands });
        return { sessionId: "new" };
      },
    };
    await settle();
    expect(store.state.session?.commands).toMatchObject([{ name: "plan" }]);
  });

  it("can only be read once their agent ended", async () => {
    const { store, hub } = await loaded();
    hub.tell("_termwire/agent_ended", { reason: "killed by SIGKILL", stderrTail: "" });
    expect(store.state).toMatchObject({
      agentEnd: { reason: "killed by SIGKILL" },
      session: { isLive: false },
    });
  });
});

describe("a setting", () => {
  const modes = { currentModeId: "ask", availableModes: [{ id: "ask" }, { id: "full" }] };
  const current = (store: PageStore) => store.state.session?.settings.map((each) => each.current);

  it("is shown as chosen at once, and as it was when that is refused", async () => {
    const { store } = await loaded({
      "session/new": () => ({ sessionId: "new", modes }),
      "session/set_mode": () => {
        throw new Error("not now");
      },
    });
    const { session } = store;
    const [mode] = store.state.session?.settings ?? [];
    if (session === undefined || mode === undefined) throw new Error("no setting");
    const changed = store.actions.changeSetting(session, mode, "full");
    expect(current(store)).toEqual(["full"]);
    await changed;
    expect(current(store)).toEqual(["ask"]);
    expect(store.state.failure).toContain("not now");
    store.dismissFailure();
    expect(store.state.failure).toBeNull();
  });
});
