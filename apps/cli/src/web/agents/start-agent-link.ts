import { PassThrough } from "node:stream";
import { terminalHost } from "@termwire/acp/client";
import { startProxy, type LinePeer } from "@termwire/acp/proxy";
import { createLocalRunner, isExecutable } from "@termwire/process";
import { startAgentChild } from "../../agent-process/agent-child.ts";
import { describeEnd, leaveAgent } from "../../agent-process/leave-agent.ts";
import { createStdioPeer } from "../../proxy/stdio-peer.ts";
import type { AgentChoice } from "./agent-choice.ts";
import { followStderr } from "./stderr-tail.ts";

/** How an agent ended, for people. */
export interface AgentEnd {
  readonly reason: string;
  /** The end of what it said on stderr. */
  readonly stderrTail: string;
}

/** A running agent behind a proxy that tells its terminals in one way. */
export interface AgentLink {
  send(text: string): void;
  /** What was sent and the agent has not taken. */
  readonly waitingBytes: number;
  /** Resolves when the agent has ended by itself, and everything it left open was answered. Never rejects. */
  readonly ended: Promise<AgentEnd>;
  /** Ends the agent and everything it and we run for it. Resolves when nothing is left. Twice is fine. */
  stop(): Promise<void>;
}

/** What {@link startAgentLink} needs. */
export interface AgentLinkOptions {
  readonly choice: AgentChoice;
  readonly cwd: string;
  /** Takes one message of the agent; the next one waits for it. */
  readonly onMessage: (line: string | Uint8Array) => Promise<void>;
}

/** Starts an agent. One that cannot start is one that has ended. */
export function startAgentLink({ choice, cwd, onMessage }: AgentLinkOptions): AgentLink {
  const env = { ...process.env, ...choice.env };
  const agent = startAgentChild(choice.command, { cwd, env });
  const tail =
    agent.stderr === null
      ? null
      : followStderr(agent.stderr, (chunk) => void process.stderr.write(chunk));
  const toAgent = new PassThrough();
  const sender = createStdioPeer(toAgent, toAgent);
  const client: LinePeer = { input: sender.input, write: onMessage };
  const proxy = startProxy({
    client,
    agent: createStdioPeer(agent.stdout, agent.stdin),
    createHost: ({ onEvent }) =>
      terminalHost({ runner: createLocalRunner(), isExecutable, onEvent }).connect(),
    describeEnd: () => describeEnd(agent),
  });
  const stop = async (): Promise<void> => {
    toAgent.end();
    await leaveAgent(agent);
    await proxy.dispose();
  };
  let stopping: Promise<void> | null = null;
  return {
    send: (text) => void sender.write(text),
    get waitingBytes() {
      return toAgent.writableLength + toAgent.readableLength + agent.stdin.writableLength;
    },
    ended: proxy.ended.then(({ reason }) => ({ reason, stderrTail: tail?.read() ?? "" })),
    stop: () => (stopping ??= stop()),
  };
}
