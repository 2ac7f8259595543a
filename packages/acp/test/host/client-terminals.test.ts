import { agent, client, PROTOCOL_VERSION, type AnyMessage } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import {
  createClientTerminals,
  type ClientTerminalsOptions,
  type DisplayEvent,
} from "@termwire/acp/client";
import { createLocalRunner, isExecutable } from "@termwire/process";
import { untilGone, untilRunning, uniqueSleep } from "./processes.ts";

const RUNS: Partial<ClientTerminalsOptions> = {
  host: { runner: createLocalRunner(), isExecutable },
};

/** A client with a session, and the agent it is connected to in this process. */
async function connect(options: Partial<ClientTerminalsOptions> = RUNS) {
  const events: DisplayEvent[] = [];
  const terminals = createClientTerminals({ ...options, onEvent: (event) => events.push(event) });
  const toAgent = new TransformStream<AnyMessage, AnyMessage>();
  let end = (): void => undefined;
  const toClient = new TransformStream<AnyMessage, AnyMessage>({
    start: (controller) => void (end = () => controller.terminate()),
  });
  const connection = agent({ name: "test" })
    .onRequest("initialize", () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
    .onRequest("session/new", () => ({ sessionId: "s1" }))
    .connect({ readable: toAgent.readable, writable: toClient.writable });
  const app = terminals.serve(client({ name: "test" }));
  const stream = { readable: toClient.readable, writable: toAgent.writable };
  const { agent: peer } = app.connect(terminals.observe(stream));
  const clientCapabilities = terminals.capabilities;
  await peer.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  await peer.request("session/new", { cwd: "/", mcpServers: [] });
  return {
    terminals,
    events,
    /** The agent. */
    asks: (method: string, params: object): Promise<Record<string, unknown>> =>
      connection.client.request(`terminal/${method}`, { sessionId: "s1", ...params }),
    tells: (update: object) =>
      connection.client.notify("session/update", { sessionId: "s1", update } as never), // any update
    leaves: () => end(),
    kinds: (id: string) =>
      events.filter(({ event }) => event.id === id).map(({ event }) => event.type),
  };
}

describe("a client's terminals on one connection", () => {
  it("are those the agent runs and those it has run, in one stream, each with its call", async () => {
    const { terminals, events, asks, tells, kinds } = await connect();
    expect(terminals.capabilities).toMatchObject({ terminal: true });
    const { terminalId } = await asks("create", { command: "echo here" });
    const embed = (id: unknown) => ({ content: [{ type: "terminal", terminalId: id }] });
    const call = { sessionUpdate: "tool_call", title: "x", kind: "execute" };
    await tells({ ...call, toolCallId: "c1", ...embed(terminalId) });
    const info = { _meta: { terminal_info: { terminal_id: "t2" } } };
    await tells({ ...call, toolCallId: "c2", ...embed("t2"), ...info });
    const exit = { terminal_exit: { terminal_id: "t2", exit_code: 3, signal: null } };
    await asks("wait_for_exit", { terminalId });
    await tells({ sessionUpdate: "tool_call_update", toolCallId: "c2", _meta: exit });
    await asks("release", { terminalId });
    expect(kinds(String(terminalId))).toEqual(
      expect.arrayContaining(["terminal-started", "output-appended", "terminal-ended"]),
    );
    expect(kinds("t2")).toEqual(["terminal-started", "terminal-ended"]);
    expect(events.findLast(({ event }) => event.id === terminalId)).toMatchObject({
      sessionId: "s1",
      toolCallId: "c1",
      dialect: "client",
    });
    expect(terminals.host?.readCopy("s1", terminalId as never)?.state.command).toBe("echo here"); // the host made it
    await terminals.dispose();
  });

  it("end with the agent's output, and tell it", async () => {
    const { terminals, events, asks, leaves } = await connect();
    const sleep = uniqueSleep();
    await asks("create", { command: `${sleep} & ${sleep}` });
    await untilRunning(sleep);
    leaves();
    await untilGone(sleep);
    await terminals.dispose();
    await terminals.dispose();
    expect(events.at(-1)?.event).toMatchObject({
      type: "terminal-ended",
      ending: { kind: "signaled", cause: "disconnected" },
    });
  });

  it("are only looked at by a client without a host, or one that claims to run none (case 89)", async () => {
    for (const options of [{}, { ...RUNS, claim: "meta" as const }]) {
      const { terminals, asks } = await connect(options);
      expect(terminals.capabilities.terminal).toBeUndefined();
      expect(terminals.host).toBeNull();
      await expect(asks("create", { command: "echo ran" })).rejects.toMatchObject({ code: -32601 });
    }
  });
});
