import { terminalHost } from "@termwire/acp/client";
import { startProxy } from "@termwire/acp/proxy";
import { createLocalRunner, isExecutable } from "@termwire/process";
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
  "tool_call_content_chunk",
  "agent_message_chunk",
  "agent_message",
  "user_message",
  "plan",
  "plan_update",
  "config_option_update",
  "current_mode_update",
  "available_commands_update",
  "?",
];
const METHODS = [
  "session/update",
  "session/update",
  "session/update",
  "session/prompt",
  "session/cancel",
  "session/load",
  "session/resume",
  "session/new",
  "session/close",
  "session/set_mode",
  "session/set_config_option",
  "session/request_permission",
  "terminal/create",
  "terminal/output",
  "terminal/wait_for_exit",
  "terminal/release",
  "terminal/cancel",
  "tool_call/cancel",
  "_termwire/terminal/cancel",
  "_termwire/terminal/input",
  "initialize",
  "authenticate",
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

/**
 * Starts a proxy to be fuzzed, between two peers of any versions, with a host that runs what it is asked to.
 *
 * @param marker stands in the command lines of what runs, so that it is found.
 */
export function fuzzProxy(seed: number, marker: string): FuzzedProxy {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  const client = createMemoryPeer();
  const agent = createMemoryPeer();
  const proxy = startProxy({
    client: client.peer,
    agent: agent.peer,
    createHost: ({ onEvent }) =>
      terminalHost({ runner: createLocalRunner(), isExecutable, onEvent }).connect(),
    passTerminals: random() < 0.2,
  });
  let settled = 0;

  async function introduce(clientVersion: number, agentVersion: number): Promise<void> {
    const jsonrpc = "2.0";
    const cwd = "/";
    const params = { protocolVersion: clientVersion, clientCapabilities: toMeta() };
    client.send({ jsonrpc, id: "init", method: "initialize", params });
    await agent.wait(({ method }) => method === "initialize");
    agent.send({ jsonrpc, id: "init", result: { protocolVersion: agentVersion } });
    await client.wait(({ id, method }) => id === "init" && method === undefined);
    client.send({ jsonrpc, id: 1, method: "session/resume", params: { sessionId: "a", cwd } });
  }

  function toId(): unknown {
    return pick(IDS);
  }
  function toMeta(): unknown {
    return pick([
      undefined,
      null,
      { terminal_info: { terminal_id: toId(), cwd: toId() } },
      { terminal_output: { terminal_id: toId(), data: pick(["x\n", "", 4, null]) } },
      {
        terminal_exit: { terminal_id: toId(), exit_code: pick([0, -1, "1", null]), signal: toId() },
      },
      { terminal_output_delta: toId(), other: 1 },
      { terminal_output: true },
    ]);
  }
  const toCreate = (): unknown => ({
    jsonrpc: "2.0",
    id: toId(),
    method: "terminal/create",
    params: {
      sessionId: pick(["a", "a", "a", "b"]),
      command: pick([`sleep ${marker}`, `sleep ${marker} & echo x; wait`, "exit 3", ""]),
      cwd: pick([undefined, "/", "/nowhere", 3]),
    },
  });
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
    messageId: toId(),
    state: pick(["idle", "running", "requires_action", 3]),
    stopReason: pick(["end_turn", "error", "?", undefined]),
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
            { sessionId: toId(), terminalId: toId(), configId: toId(), value: toId() },
            { sessionId: toId(), title: toId(), subject: { type: "command", command: toId() } },
            { sessionId: toId(), prompt: toContent(), replayFrom: { type: "start" } },
            null,
            [],
          ]),
        }
      : pick([
          { result: { sessionId: toId(), stopReason: toId(), configOptions: toContent() } },
          { result: { outcome: { outcome: "selected", optionId: toId() } } },
          { error: toId() },
          {},
        ])),
  });
  const toLine = (): string => {
    const line = JSON.stringify(random() < 0.01 ? toCreate() : toMessage());
    const kind = random();
    if (kind < 0.05) return line.slice(0, Math.floor(random() * line.length));
    if (kind < 0.08) return `[${line}]`;
    if (kind < 0.1) return `\u0000\u001b[31m${line}`;
    return line;
  };
  return {
    async say(count) {
      if (settled === 0) await introduce(pick([1, 2]), pick([1, 2]));
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
