import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { CommandRunner, Completion, RunningCommand, TerminalSize } from "@termwire/terminal";
import type { Tool, ToolOutcome } from "@termwire/tools";
import { createSessionBridge } from "./bridge/session-bridge.ts";
import type { ContextUsage, PromptImage } from "./harness.ts";
import type { AgentDialect } from "./negotiate-dialect.ts";
import type { AuthorizeCall } from "./permission-question.ts";
import { createV1Speech } from "./v1/speech.ts";

/** One session's way to its client. */
export interface BridgeOptions {
  readonly dialect: AgentDialect;
  /** The session's absolute directory. */
  readonly cwd: string;
  /** Sends one `session/update`; resolves when the transport took it. */
  readonly send: (update: SessionUpdate) => Promise<void>;
}

/** One tool call to run and show. */
export interface ToolCallRequest {
  readonly tool: Tool;
  /** As the model wrote it; checked by the tool. */
  readonly input: unknown;
  /** Unique in the session, never reused: it names the terminal, too. */
  readonly callId: string;
  readonly runner: CommandRunner;
  readonly signal: AbortSignal;
  /** Decides before it runs. Absent: it runs. A refused call is a failed one that ended as `denied`. */
  readonly authorize?: AuthorizeCall;
  /** Told of the command that is shown as the call's terminal, right after its start. */
  readonly onTerminal?: (command: RunningCommand) => void;
}

/** The terminal of a call as it was shown live, as far as a log keeps it. */
export interface ShownTerminal {
  /** Absolute directory it ran in. */
  readonly cwd: string;
  readonly size: TerminalSize | null;
  /** The newest bytes it printed until it completed, beginning with a whole character. */
  readonly bytes: Uint8Array;
  /** Bytes it printed before those. */
  readonly omittedBytes: number;
  /** How it ended: of one that ran on after its call, that was later than the call's result. */
  readonly completion: ShownCompletion;
}

/** How a terminal ended; `durationMs` null where nobody saw the end. */
export type ShownCompletion = Omit<Completion, "durationMs"> & {
  readonly durationMs: number | null;
};

/** A call from the log. */
export interface ReplayedCall {
  /** Null for a tool there is not any more: shown as a generic card. */
  readonly tool: Tool | null;
  readonly toolName: string;
  readonly input: unknown;
  readonly callId: string;
  /** The logged result; undefined for a call that never got one, shown as lost. */
  readonly result: unknown;
  /** Absent or null: no terminal was shown, or nobody saw its end. */
  readonly terminal?: ShownTerminal | null;
}

/** Shows a session's tool calls and words to the client in the connection's dialect. */
export interface ToolCallBridge {
  /**
   * Runs the call and shows it: announced before it starts, its terminal live, its end when everything it printed
   * was sent. Resolves with what the model gets, also when the client is gone; never rejects for a failing tool.
   */
  runTool(request: ToolCallRequest): Promise<ToolOutcome>;
  /** Shows a call from the log as it was shown live, without running anything. */
  replayTool(call: ReplayedCall): Promise<void>;
  /** Says something as the agent. */
  showMessage(text: string): Promise<void>;
  /** Shows what the model thinks. */
  showThought(text: string): Promise<void>;
  /** Shows what the person said, on replay; `messageId` is the one its turn came with, where it was kept. */
  showUserMessage(text: string, messageId?: string, images?: readonly PromptImage[]): Promise<void>;
  /** Shows how full the model's context is. */
  showUsage(usage: ContextUsage): Promise<void>;
}

/**
 * Creates the bridge of one session of ACP v1, for an agent that serves its connection itself. It has nobody to ask: a
 * question of `authorize` is answered as cancelled.
 */
export function createToolCallBridge({ dialect, cwd, send }: BridgeOptions): ToolCallBridge {
  return createSessionBridge({
    speech: createV1Speech(dialect),
    cwd,
    send,
    ask: async () => ({ kind: "cancelled" }),
    onBackground: () => undefined,
  });
}
