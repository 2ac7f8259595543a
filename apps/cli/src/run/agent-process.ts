import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import { startAgentChild } from "../agent-process/agent-child.ts";
import { leaveAgent } from "../agent-process/leave-agent.ts";

/** An agent started as a child, speaking ACP on its stdio. Its stderr goes where ours goes. */
export interface AgentProcess {
  readonly stream: Stream;
  /** Resolves when the agent has ended, with words for it: `exit status 1`, `killed by SIGSEGV`. */
  readonly ended: Promise<string>;
  /** Closes the agent's input and lets it leave; then ends its whole process group. Resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts an agent, the built-in one without a command, in a group of its own: Ctrl-C in the terminal is ours to
 * translate. A command that cannot start is an agent that has ended.
 */
export function startAgentProcess(command: string | null, cwd: string): AgentProcess {
  const agent = startAgentChild(command ?? BUILT_IN, { cwd, env: process.env });
  agent.stderr?.pipe(process.stderr, { end: false });
  // A pipe to an agent that is gone ends the connection, nothing else.
  agent.stdin.on("error", () => agent.stdout.destroy());
  return {
    stream: ndJsonStream(
      Writable.toWeb(agent.stdin),
      Readable.toWeb(agent.stdout) as ReadableStream<Uint8Array>, // Node's own web stream type
    ),
    ended: agent.endWords,
    async stop() {
      await leaveAgent(agent);
    },
  };
}

const BUILT_IN: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL("../../bin/termwire.js", import.meta.url)),
  "agent",
  "--model",
  "shell",
  "--no-sessions",
];
