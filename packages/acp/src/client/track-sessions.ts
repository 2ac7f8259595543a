import { toFields, toText } from "../dialects/terminal-end.ts";
import { createPendingRequests } from "./pending-requests.ts";

/** What {@link trackSessions} tells. */
export interface SessionListener {
  /** A session exists: the agent may use it from now on. Told again when a session that is open is loaded anew. */
  readonly onOpen: (sessionId: string, cwd: string) => void;
  /** It was closed or deleted, or could not be loaded. */
  readonly onClose: (sessionId: string) => void;
}

/** Follows sessions by the traffic of one connection, so that a session is known before its first request comes. */
export interface SessionTracker {
  /** Takes one JSON-RPC message from the agent. */
  receive(message: unknown): void;
  /** Takes one JSON-RPC message to the agent. */
  send(message: unknown): void;
}

/** A request that opens a session, until it is answered. */
interface Opening {
  readonly cwd: string;
  /** Opened already, on trust; null when the answer names it. */
  readonly sessionId: string | null;
}

/** Creates the tracker of one connection. */
export function trackSessions({ onOpen, onClose }: SessionListener): SessionTracker {
  const openings = createPendingRequests<Opening>();
  const open = new Set<string>();
  return {
    send(message) {
      const { id, method, params } = toFields(message);
      const { cwd: directory, sessionId } = toFields(params);
      const session = toText(sessionId);
      const cwd = toText(directory) ?? "";
      if (NAMED_BY_ANSWER.has(method)) openings.add(id, { cwd, sessionId: null });
      if (session === null) return;
      if (NAMED_BY_CLIENT.has(method)) {
        // One that was open stays so when it cannot be loaded anew.
        if (!open.has(session)) openings.add(id, { cwd, sessionId: session });
        open.add(session);
        // A loaded session replays, and may use its terminals, before the answer.
        onOpen(session, cwd);
      }
      if (ENDS.has(method) && open.delete(session)) onClose(session);
    },
    receive(message) {
      const { id, method, result, error } = toFields(message);
      const opening = method === undefined ? openings.take(id) : undefined;
      if (opening === undefined) return;
      const { sessionId, cwd } = opening;
      if (sessionId !== null) {
        if (error !== undefined && open.delete(sessionId)) onClose(sessionId);
        return;
      }
      const made = toText(toFields(result)["sessionId"]);
      if (made === null) return;
      open.add(made);
      onOpen(made, cwd);
    },
  };
}

const NAMED_BY_ANSWER: ReadonlySet<unknown> = new Set(["session/new", "session/fork"]);
const NAMED_BY_CLIENT: ReadonlySet<unknown> = new Set(["session/load", "session/resume"]);
const ENDS: ReadonlySet<unknown> = new Set(["session/close", "session/delete"]);
