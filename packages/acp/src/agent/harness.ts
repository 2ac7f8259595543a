import type { StopReason } from "@agentclientprotocol/sdk";
import type { CommandRunner } from "@termwire/terminal";
import type { ClientFiles } from "./client-files.ts";
import type { ToolCallBridge } from "./tool-call-bridge.ts";

/** Why a turn stopped: ACP's stop reasons. */
export type TurnStopReason = StopReason;

/** A picture in a prompt. */
export interface PromptImage {
  /** `image/png` and the like. */
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** How full a model's context is. */
export interface ContextUsage {
  /** What the conversation takes now. */
  readonly usedTokens: number;
  /** What there is room for. */
  readonly windowTokens: number;
}

/** One prompt to work on. */
export interface PromptTurn {
  /** The prompt's text blocks and the addresses of its links, joined by line ends. */
  readonly text: string;
  /** Only where the harness takes them. Absent: none. */
  readonly images?: readonly PromptImage[];
  /** Names the prompt's message in the client. Kept with it, it is given back to `showUserMessage` on replay. */
  readonly messageId?: string;
  /** Aborts when the client cancels the turn or goes away. */
  readonly signal: AbortSignal;
  /** Where the turn's words and tool calls are shown. */
  readonly bridge: ToolCallBridge;
}

/** A setting the person can change in the client, such as the permission mode. */
export interface SessionSetting {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** `mode` settings are also ACP session modes. */
  readonly category?: "mode" | "model" | "thought_level" | "other";
  readonly current: string;
  readonly choices: readonly {
    readonly id: string;
    readonly name: string;
    readonly description?: string;
  }[];
}

/** Something a person can have done by a prompt of `/name`, and words after it. */
export interface SessionCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** What may follow the name; null for nothing. */
  readonly hint: string | null;
}

/** A conversation the harness holds. `[Symbol.asyncDispose]` ends everything it started and resolves when it is gone. */
export interface HarnessSession extends AsyncDisposable {
  /** Works on one prompt; resolves soon after `turn.signal` aborts, with everything of the turn ended. */
  prompt(turn: PromptTurn): Promise<TurnStopReason>;
  /** Shows the conversation so far again, through the same presenters as live. A new session shows nothing. */
  replay(bridge: ToolCallBridge): Promise<void>;
  /** For a list of sessions; null or absent while there is none. */
  readonly title?: string | null;
  /** In the order they should be offered. */
  readonly settings: readonly SessionSetting[];
  /** Offered to the person; the harness finds them in its prompts by itself. Absent: none. */
  readonly commands?: readonly SessionCommand[];
  /**
   * Changes a setting; the next call is decided by it.
   *
   * @throws AcpError `invalid-params` for a setting or a choice there is not.
   */
  changeSetting(settingId: string, choiceId: string): Promise<void>;
  /**
   * Tells of changes the session makes by itself, outside of any request (a background job that ended, a setting,
   * a title). Set once, when the session is opened.
   */
  onChange: (() => void) | null;
  /** Turns that nobody prompted, where the protocol has them (v2). Absent: none, what happens waits for the next prompt. */
  readonly followUps?: FollowUps;
}

/** Turns about what happened between turns and the model should act on, such as a job that ended. */
export interface FollowUps {
  /** Whether there is something to act on now. */
  readonly isDue: boolean;
  /** Told when one is due while no turn is at work. Whoever serves the session sets it, and then takes the turn when it can. */
  onDue: (() => void) | null;
  /** Takes the turn; as {@link HarnessSession.prompt}, without a prompt. */
  take(turn: Pick<PromptTurn, "signal" | "bridge">): Promise<TurnStopReason>;
}

/** A session to open. */
export interface SessionRequest {
  readonly sessionId: string;
  /** Absolute; in the client's environment when its runner is given. */
  readonly cwd: string;
  /** Runs the session's commands where the client is; null: the harness runs them itself. */
  readonly clientRunner: CommandRunner | null;
  /** Reads and writes files through the client, as far as it offers that. Absent: not at all. */
  readonly clientFiles?: ClientFiles;
  /** MCP servers whose tools the session should have. Absent: none. */
  readonly mcpServers?: readonly McpServer[];
}

/** An MCP server, as the client names it. */
export type McpServer =
  | {
      readonly kind: "stdio";
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "http" | "sse";
      readonly name: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** A session in the list. */
export interface SessionSummary {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title: string | null;
  /** ISO 8601. */
  readonly updatedAt: string | null;
}

/** One page of sessions, the newest first. */
export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  readonly nextCursor: string | null;
}

/** What an agent's author brings: sessions. The protocol around them is this package's. */
export interface AgentHarness {
  readonly info: { readonly name: string; readonly title: string; readonly version: string };
  /**
   * Whether prompts may hold images, asked once for each connection: true when any model that can be chosen takes them.
   * Absent: no.
   */
  readonly acceptsImages?: () => Promise<boolean>;
  /** Whether it uses MCP servers, of all kinds. Absent: no. */
  readonly usesMcpServers?: boolean;
  /**
   * Opens a new session in an absolute directory.
   *
   * @throws Error whose message names the directory and what is wrong with it; the client gets it as `-32602`.
   */
  createSession(request: SessionRequest): Promise<HarnessSession>;
  /** Sessions that outlive the connection. Absent: this harness keeps none, and none of it is advertised. */
  readonly store?: SessionStore;
}

/** Sessions from earlier on. */
export interface SessionStore {
  /**
   * Opens a session of the log again.
   *
   * @throws AcpError `unknown-session`, or `session-busy` when another process works on it.
   */
  openSession(request: SessionRequest): Promise<HarnessSession>;
  /**
   * Opens a new session that begins with the conversation of another one, open or not; later on neither knows of the other.
   * Absent: it cannot be done, and is not advertised.
   *
   * @throws AcpError `unknown-session`
   */
  forkSession?(sessionId: string, request: SessionRequest): Promise<HarnessSession>;
  /** @throws AcpError `invalid-params` for a cursor that is not one of its own. */
  listSessions(query: {
    readonly cwd: string | null;
    readonly cursor: string | null;
  }): Promise<SessionPage>;
  /** Deletes a session's log; an unknown one is fine. @throws AcpError `session-busy` */
  deleteSession(sessionId: string): Promise<void>;
}
