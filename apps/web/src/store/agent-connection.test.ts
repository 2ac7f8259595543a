import { describe, expect, it } from "vitest";
import type { Setting } from "../settings/setting.ts";
import { toFields, type Fields } from "../wire/read-fields.ts";
import { AgentConnection } from "./agent-connection.ts";

/** A hub that answers by method. */
function connect(answers: Readonly<Record<string, (params: Fields) => unknown>>) {
  const sent: { method: unknown; params: unknown }[] = [];
  const connection: AgentConnection = new AgentConnection({
    send: (message) => {
      const { id, method, params } = toFields(message);
      sent.push({ method, params });
      const result = answers[String(method)]?.(toFields(params));
      if (id !== undefined) queueMicrotask(() => connection.receive({ id, result }));
    },
    onNotification: () => undefined,
    onRequest: async () => null,
  });
  return { connection, sent };
}

const setting = (via: Setting["via"]): Setting => ({
  id: "net",
  name: "net",
  description: null,
  category: null,
  current: "",
  choices: [],
  via,
});

describe("a connection to an agent", () => {
  it("introduces the page as a client that shows terminals and does nothing else", async () => {
    const { connection, sent } = connect({ initialize: () => ({}) });
    await connection.initialize();
    expect(sent[0]).toMatchObject({
      method: "initialize",
      params: {
        protocolVersion: 1,
        clientCapabilities: { terminal: false, _meta: { terminal_output: true } },
      },
    });
  });

  it("knows what the agent offers, and where new sessions begin", async () => {
    const { connection } = connect({
      initialize: () => ({
        protocolVersion: 1,
        agentCapabilities: {
          loadSession: true,
          sessionCapabilities: { list: {}, delete: null },
          _meta: { termwire: { terminal: { cancel: true } } },
        },
        _meta: { termwire: { hub: { cwd: "/p" } } },
      }),
    });
    expect(connection.control).toBeNull();
    await connection.initialize();
    expect(connection.offers).toEqual({ load: true, list: true, delete: false });
    expect(connection.cwd).toBe("/p");
    expect(connection.control?.offer).toEqual({ cancel: true, input: false, resize: false });
  });

  it("reads all pages of the agent's sessions", async () => {
    const { connection } = connect({
      initialize: () => ({ agentCapabilities: { sessionCapabilities: { list: {} } } }),
      "session/list": ({ cursor }) =>
        cursor === undefined
          ? { sessions: [{ sessionId: "a" }], nextCursor: "2" }
          : { sessions: [{ sessionId: "b" }, {}] },
    });
    await connection.initialize();
    expect((await connection.listSessions()).map(({ sessionId }) => sessionId)).toEqual(["a", "b"]);
  });

  it("ends reading where an agent's pages do not end", async () => {
    const page = { sessions: [{ sessionId: "a" }], nextCursor: "again" };
    const { connection } = connect({
      initialize: () => ({ agentCapabilities: { sessionCapabilities: { list: {} } } }),
      "session/list": () => page,
    });
    await connection.initialize();
    expect(await connection.listSessions()).toHaveLength(20);
  });

  it("asks no agent for sessions that keeps none", async () => {
    const { connection, sent } = connect({ initialize: () => ({}) });
    await connection.initialize();
    expect(await connection.listSessions()).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["mode", "session/set_mode", { sessionId: "s", modeId: "true" }],
    ["model", "session/set_model", { sessionId: "s", modelId: "true" }],
    ["option", "session/set_config_option", { sessionId: "s", configId: "net", value: "true" }],
    [
      "toggle",
      "session/set_config_option",
      { sessionId: "s", configId: "net", type: "boolean", value: true },
    ],
  ] as const)("changes a setting of the kind %s by %s", async (via, method, params) => {
    const { connection, sent } = connect({ [method]: () => ({}) });
    await connection.changeSetting("s", setting(via), "true");
    expect(sent).toEqual([{ method, params }]);
  });
});
