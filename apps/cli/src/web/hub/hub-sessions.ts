import { toFields, toNotification, toText } from "./message.ts";
import { SharedSession, type SessionEntry } from "./shared-session.ts";
import type { Tab } from "./tab.ts";

/** Known at a time. Above it, what is at rest for longest is forgotten: an agent that keeps sessions loads it again. */
const MAX_SESSIONS = 100;
/** What all of them may take of the memory, before the same happens. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The sessions of one agent, and who hears of them. */
export class HubSessions {
  readonly #known = new Map<string, SharedSession>();
  /** Sessions on their way: nobody knows yet whether they come to be. */
  readonly #opening = new Map<string, SharedSession>();
  readonly #tabs: ReadonlySet<Tab>;
  /** Requests whose answer names a session, and that may bring updates of it before. */
  #unnamed = 0;

  constructor(tabs: ReadonlySet<Tab>) {
    this.#tabs = tabs;
  }

  get(sessionId: unknown): SharedSession | undefined {
    return this.#known.get(String(sessionId));
  }

  list(): SessionEntry[] {
    return [...this.#known.values()].map(({ entry }) => entry);
  }

  /** Those a tab looks at. */
  all(): Iterable<SharedSession> {
    return this.#known.values();
  }

  /** One that is known or on its way. */
  find(sessionId: string): SharedSession | undefined {
    return this.#opening.get(sessionId) ?? this.#known.get(sessionId);
  }

  /** The session that a message of the agent is of; a new one while one without a name is on its way. */
  findForMessage(sessionId: string): SharedSession | null {
    const found = this.find(sessionId);
    if (found !== undefined || this.#unnamed === 0) return found ?? null;
    return this.begin(sessionId, "");
  }

  /** A request is sent whose answer names a session. */
  beginUnnamed(): void {
    this.#unnamed++;
  }

  /** It is answered, with the id of a session or without. */
  endUnnamed(sessionId: string | null, cwd: string): SharedSession | null {
    this.#unnamed--;
    const session = sessionId === null ? null : (this.#opening.get(sessionId) ?? null);
    const made = sessionId === null ? null : (session ?? new SharedSession(sessionId, cwd));
    if (this.#unnamed === 0) {
      for (const [id, early] of this.#opening) if (early.cwd === "") this.#opening.delete(id);
    }
    if (made === null) return null;
    made.cwd = cwd;
    this.settle(made);
    return made;
  }

  /** A session is on its way; what it shows is kept from now on. */
  begin(sessionId: string, cwd: string): SharedSession {
    const session = new SharedSession(sessionId, cwd);
    this.#opening.set(sessionId, session);
    return session;
  }

  /** It has come to be. */
  settle(session: SharedSession): void {
    this.#opening.delete(session.sessionId);
    this.#known.set(session.sessionId, session);
    this.forgetOldest();
    this.tellChanged(session);
  }

  /** It has not; what was known of it before stays. */
  abandon({ sessionId }: SharedSession): void {
    this.#opening.delete(sessionId);
  }

  isOpening(sessionId: string): boolean {
    return this.#opening.has(sessionId);
  }

  /** Closed or deleted. */
  remove(sessionId: string): void {
    if (!this.#known.delete(sessionId)) return;
    this.tellAll(toNotification("_termwire/session_closed", { sessionId }));
  }

  /** The agent that had them is gone. */
  setAllEnded(): void {
    for (const session of this.#known.values()) {
      session.live = false;
      this.tellChanged(session);
    }
  }

  tellChanged(session: SharedSession): void {
    this.tellAll(toNotification("_termwire/session_changed", { ...session.entry }));
  }

  tellAll(text: string): void {
    for (const tab of this.#tabs) tab.send(text);
  }

  /** A tab is gone. */
  leave(tab: Tab): void {
    for (const session of this.#known.values()) session.tabs.delete(tab);
    for (const session of this.#opening.values()) session.tabs.delete(tab);
  }

  /** Makes room, as far as sessions are at rest. */
  forgetOldest(): void {
    const sessions = [...this.#known.values()].toSorted((a, b) => a.updatedMs - b.updatedMs);
    let bytes = sessions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    for (const { isAtRest, sessionId, sizeBytes } of sessions) {
      if (this.#known.size <= MAX_SESSIONS && bytes <= MAX_BYTES) return;
      if (!isAtRest) continue;
      this.#known.delete(sessionId);
      bytes -= sizeBytes;
    }
  }
}

/** The session a message is of. */
export function readSessionId(params: unknown): string | null {
  return toText(toFields(params)["sessionId"]);
}
