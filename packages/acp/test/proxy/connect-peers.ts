import { startProxy, type Proxy, type ProxyChange, type ProxyOptions } from "@termwire/acp/proxy";
import { createMemoryPeer, parse, toFields, type Fields } from "./memory-peer.ts";

const open: Proxy[] = [];

/** Lets go of every proxy; for after each test. */
export async function closePeers(): Promise<void> {
  await Promise.all(open.splice(0).map((proxy) => proxy.dispose()));
}

/** Options of a proxy, and the versions of the protocol around it. */
export interface PeersOptions extends Partial<ProxyOptions> {
  /** The client's. */
  readonly protocolVersion?: number;
  /** Absent: the client's. */
  readonly agentVersion?: number;
}

/** Starts a proxy between two peers in memory; the session `s` is open. */
export async function connectPeers(
  capabilities: Fields,
  { protocolVersion = 1, agentVersion = protocolVersion, ...options }: PeersOptions = {},
) {
  const client = createMemoryPeer();
  const agent = createMemoryPeer();
  const changes: ProxyChange[] = [];
  const proxy = startProxy({
    client: client.peer,
    agent: agent.peer,
    createHost: null,
    explain: (change) => changes.push(change),
    ...options,
  });
  open.push(proxy);
  const ask = async (id: unknown, method: string, params: Fields): Promise<void> => {
    client.send({ jsonrpc: "2.0", id, method, params });
    await agent.wait((message) => message["id"] === id && message["method"] === method);
  };
  const answer = async (id: unknown, result: unknown): Promise<void> => {
    agent.send({ jsonrpc: "2.0", id, result });
    await client.wait((message) => message["id"] === id && "result" in message);
  };
  await ask("i", "initialize", { protocolVersion, clientCapabilities: capabilities });
  await answer("i", { protocolVersion: agentVersion });
  await ask("n", "session/new", { cwd: "/project" });
  await answer("n", { sessionId: "s" });
  const update = (fields: Fields): void =>
    agent.send({
      jsonrpc: "2.0",
      method: "session/update",
      params: { sessionId: "s", update: fields },
    });
  const updates = (): Fields[] =>
    client.lines
      .map(parse)
      .map((message) => toFields(toFields(message["params"])["update"]))
      .filter((fields) => fields["toolCallId"] !== undefined);
  const settled = async (): Promise<void> => {
    const method = `_settled/${Math.random()}`;
    agent.send({ jsonrpc: "2.0", method });
    await client.wait((message) => message["method"] === method);
  };
  return { client, agent, proxy, changes, ask, answer, update, updates, settled };
}
