import type { AgentEnd, AgentEntry } from "./agent-entry.ts";
import type { SessionEntry } from "./session-entry.ts";
import type { SessionView } from "./session-view.ts";
import type { SignIn } from "./sign-in.ts";
import type { TerminalOffer } from "./terminal-offer.ts";

/** How the connection to the server is. */
export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  /** It went; the next attempt comes by itself. The server may have said that it ends. */
  | { readonly kind: "lost"; readonly hasServerEnded: boolean };

/** Everything the page draws, as plain data that is never changed, only replaced. */
export interface PageState {
  readonly connection: ConnectionState;
  readonly agents: readonly AgentEntry[];
  /** Null for the server's choice. */
  readonly agentId: string | null;
  /** Set while the agent has ended without being told to. */
  readonly agentEnd: AgentEnd | null;
  readonly isRestarting: boolean;
  readonly sessions: readonly SessionEntry[];
  /** The session that is looked at; null before there is one. */
  readonly session: SessionView | null;
  /** A session is being made or opened. */
  readonly isOpening: boolean;
  /** The directory that is offered for new sessions. */
  readonly cwd: string;
  readonly canDelete: boolean;
  readonly control: TerminalOffer;
  /** What went wrong last, in the words of whoever refused it; null when it was put away. */
  readonly failure: string | null;
  /** Ways to sign in, once the agent has refused a session for want of that. */
  readonly signIns: readonly SignIn[];
  /** Words that were sent over a connection that went, and did not arrive. */
  readonly lostPrompt: string | null;
}

/** The page before its first connection. */
export const EMPTY_PAGE: PageState = {
  connection: { kind: "connecting" },
  agents: [],
  agentId: null,
  agentEnd: null,
  isRestarting: false,
  sessions: [],
  session: null,
  isOpening: false,
  cwd: "/",
  canDelete: false,
  control: { cancel: false, input: false, resize: false },
  failure: null,
  signIns: [],
  lostPrompt: null,
};
