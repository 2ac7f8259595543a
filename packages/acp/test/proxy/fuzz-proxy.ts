import { startProxy } from "@termwire/acp/proxy";
import { createMemoryPeer } from "./memory-peer.ts";

/** A source of numbers that gives the same ones for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const IDS = ["a", "b", "t1", "", "\u0000", 1, null, {}];
const STATUSES = ["pending", "in_progress", "completed", "failed", "cancelled", "?", 3];
const KINDS = ["execute", "read", "other", undefined, 7];
const UPDATES = [
  "tool_call",
  "tool_call_update",
  "terminal_update",
  "terminal_output_chunk",
  "state_update",
  "agent_message_chunk",
  "?",
];
const METHODS = [
  "session/update",
  "session/update",
  "session/update",
  "session/prompt",
  "session/cancel",
  "session/load",
  "session/request_permission",
  "terminal/create",
  "terminal/output",
  "initialize",
  "$/cancel_request",
  "?",
];

/** Says random messages, well made and not, from both sides of a proxy. */
export interface FuzzedProxy {
  /** Says `count` lines, and resolves when the proxy has taken them all; rejects when it does not. */
  say(count: number): Promise<void>;
  /** Takes the agent away; resolves with how the proxy ended. */
  end(): Promise<string>;
}

/** Starts a proxy to be fuzzed. */
export function fuzzProxy(seed: number): FuzzedProxy {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  const client = createMemoryPeer();
  const agent = createMemoryPeer();
  const proxy = startProxy({ client: client.peer, agent: agent.peer, createHost: null });
  let settled = 0;

  const toId = (): unknown => pick(IDS);
  const toMeta = (): unknown =>
    pick([
      undefined,
      null,
      { terminal_info: { terminal_id: toId(), cwd: toId() } },
      { terminal_output: { terminal_id: toId(), data: pick(["x\n", "", 4, null]) } },
      {
        terminal_exit: { terminal_id: toId(), exit_code: pick([0, -1, "1", null]), signal: toId() },
      },
      { terminal_output_delta: toId(), other: 1 },
    ]);
  const toContent = (): unknown =>
    pick([
      undefined,
      null,
      [],
      [{ type: "terminal", terminalId: toId() }, null, 3],
      [{ type: "content", content: { type: "text", text: pick(["```\nx", "$ a\nb", ""]) } }],
    ]);
  const toUpdate = (): unknown => ({
    sessionUpdate: pick(UPDATES),
    toolCallId: toId(),
    terminalId: toId(),
    title: toId(),
    kind: pick(KINDS),
    status: pick(STATUSES),
    content: toContent(),
    rawInput: pick([undefined, { command: toId() }, { command: ["sh", "-c", "x"] }, [], "x"]),
    rawOutput: pick([undefined, { exitCode: toId(), stdout: "x" }, "x", [1], null]),
    data: pick(["eA==", "?", 1]),
    output: pick([undefined, null, { data: "eA==" }]),
    exitStatus: pick([undefined, null, {}, { exitCode: -3 }]),
    _meta: toMeta(),
  });
  const toMessage = (): unknown => ({
    jsonrpc: "2.0",
    ...(random() < 0.5 && { id: toId() }),
    ...(random() < 0.8
      ? {
          method: pick(METHODS),
          params: pick([
            { sessionId: toId(), update: toUpdate(), toolCall: toUpdate() },
            { sessionId: toId(), update: toUpdate() },
            { protocolVersion: pick([1, 1, "x"]), clientCapabilities: toMeta() },
            { requestId: toId() },
            null,
            [],
          ]),
        }
      : pick([{ result: { sessionId: toId(), stopReason: toId() } }, { error: toId() }, {}])),
  });
  const toLine = (): string => {
    const line = JSON.stringify(toMessage());
    const kind = random();
    if (kind < 0.05) return line.slice(0, Math.floor(random() * line.length));
    if (kind < 0.08) return `[${line}]`;
    if (kind < 0.1) return `\u0000\u001b[31m${line}`;
    return line;
  };
  return {
    async say(count) {
      for (let said = 0; said < count; said++) (random() < 0.7 ? agent : client).say(toLine());
      const method = `_settled/${settled++}`;
      for (const peer of [agent, client]) peer.send({ jsonrpc: "2.0", method });
      await client.wait((message) => message["method"] === method);
      await agent.wait((message) => message["method"] === method);
    },
    async end() {
      agent.leave();
      const { reason } = await proxy.ended;
      await proxy.dispose();
      return reason;
    },
  };
}
