import { toFields, toText } from "../wire/read-fields.ts";

/** A session in the list. */
export interface SessionEntry {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title: string | null;
  /** An agent is there that can go on with it. */
  readonly live: boolean;
  readonly working: boolean;
  /** The agent waits for an answer. */
  readonly asking: boolean;
  /** ISO 8601; empty when nobody said. */
  readonly updatedAt: string;
}

/** Reads what the hub, or an agent's `session/list`, tells of a session; null for what is none. */
export function parseSessionEntry(value: unknown): SessionEntry | null {
  const { sessionId, cwd, title, live, working, asking, updatedAt } = toFields(value);
  const id = toText(sessionId);
  if (id === null) return null;
  return {
    sessionId: id,
    cwd: toText(cwd) ?? "",
    title: toText(title),
    // The agent's own list has only sessions it can open.
    live: live !== false,
    working: working === true,
    asking: asking === true,
    updatedAt: toText(updatedAt) ?? "",
  };
}

/** Both lists as one, the newest first. Of a session in both, `known` is right and the agent may add a title. */
export function mergeSessionEntries(
  known: readonly SessionEntry[],
  listed: readonly SessionEntry[],
): readonly SessionEntry[] {
  const merged = new Map(listed.map((entry) => [entry.sessionId, entry]));
  for (const entry of known) {
    const title = entry.title ?? merged.get(entry.sessionId)?.title ?? null;
    merged.set(entry.sessionId, { ...entry, title });
  }
  return [...merged.values()].toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}
