import { toFields, toText } from "../dialects/terminal-end.ts";

/** What {@link trackSessions} tells. */
export interface SessionListener {
  /** A session exists: the agent may use it from now on. */
  readonly onOpen: (sessionId: string, cwd: string) => void;
  readonly onClose: (sessionId: string) => void;
}

/** Follows sessions by the traffic of one connection, so that a session is known before its first request comes. */
export interface SessionTracker {
  /** Takes one JSON-RPC message from the agent. */
  receive(message: unknown): void;
  /** Takes one JSON-RPC message to the agent. */
  send(message: unknown): void;
}

/** Creates the tracker of one connection. */
export function trackSessions({ onOpen, onClose }: SessionListener): SessionTracker {
  /** Directory of each `session/new` that was not answered yet, by request id. */
  const opening = new Map<unknown, string>();
  return {
    send(message) {
      const { id, method, params } = toFields(message);
      const { cwd, sessionId } = toFields(params);
      const session = toText(sessionId);
      if (method === "session/new") opening.set(id, toText(cwd) ?? "");
      // A loaded session replays, and may use its terminals, before the answer.
      if ((method === "session/load" || method === "session/resume") && session !== null) {
        onOpen(session, toText(cwd) ?? "");
      }
      if ((method === "session/close" || method === "session/delete") && session !== null) {
        onClose(session);
      }
    },
    receive(message) {
      const { id, method, result } = toFields(message);
      const cwd = method === undefined ? opening.get(id) : undefined;
      if (cwd === undefined) return;
      opening.delete(id);
      const session = toText(toFields(result)["sessionId"]);
      if (session !== null) onOpen(session, cwd);
    },
  };
}
