/** Sessions at a time; those a peer makes up count, too. */
const MAX_SESSIONS = 4096;

/** What a bridge knows of each session. */
export class BridgeSessions<Session> {
  readonly #create: (sessionId: string) => Session;
  readonly #sessions = new Map<string, Session>();

  constructor(create: (sessionId: string) => Session) {
    this.#create = create;
  }

  get(sessionId: string): Session {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= MAX_SESSIONS) this.#sessions.delete(oldest);
    const made = this.#create(sessionId);
    this.#sessions.set(sessionId, made);
    return made;
  }

  /** The session has a name now. */
  set(sessionId: string, session: Session): void {
    this.#sessions.set(sessionId, session);
  }

  find(isMeant: (session: Session) => boolean): { id: string; session: Session } | null {
    for (const [id, session] of this.#sessions) if (isMeant(session)) return { id, session };
    return null;
  }
}
