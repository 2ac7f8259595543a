import type { StopReason } from "@agentclientprotocol/sdk";
import type { CommandRunner } from "@termwire/terminal";
import type { ToolCallBridge } from "./tool-call-bridge.ts";

/** Why a turn stopped: ACP's stop reasons. */
export type TurnStopReason = StopReason;

/** One prompt to work on. */
export interface PromptTurn {
  /** The prompt's text blocks and the addresses of its links, joined by line ends. */
  readonly text: string;
  /** Aborts when the client cancels the turn or goes away. */
  readonly signal: AbortSignal;
  /** Where the turn's words and tool calls are shown. */
  readonly bridge: ToolCallBridge;
}

/** A conversation the harness holds. `[Symbol.asyncDispose]` ends everything it started and resolves when it is gone. */
export interface HarnessSession extends AsyncDisposable {
  /** Works on one prompt; resolves soon after `turn.signal` aborts, with everything of the turn ended. */
  prompt(turn: PromptTurn): Promise<TurnStopReason>;
}

/** A session to open. */
export interface SessionRequest {
  readonly sessionId: string;
  /** Absolute; in the client's environment when its runner is given. */
  readonly cwd: string;
  /** Runs the session's commands where the client is; null: the harness runs them itself. */
  readonly clientRunner: CommandRunner | null;
}

/** What an agent's author brings: sessions. The protocol around them is this package's. */
export interface AgentHarness {
  readonly info: { readonly name: string; readonly title: string; readonly version: string };
  /**
   * Opens a session in an absolute directory.
   *
   * @throws Error whose message names the directory and what is wrong with it; the client gets it as `-32602`.
   */
  createSession(request: SessionRequest): Promise<HarnessSession>;
}
