import type { AgentConnection } from "./agent-connection.ts";
import { mergeSessionEntries, type SessionEntry } from "./session-entry.ts";

/** The sessions there are: those the hub knows and those the agent keeps. */
export class SessionList {
  #known: readonly SessionEntry[] = [];
  #listed: readonly SessionEntry[] = [];

  /** All of them, the newest first. */
  get entries(): readonly SessionEntry[] {
    return mergeSessionEntries(this.#known, this.#listed);
  }

  /** Reads both, and tells each. Resolves with the hub's: an agent's own may take its time, or fail. */
  async read(
    connection: Pick<AgentConnection, "knownSessions" | "listSessions">,
    onChange: () => void,
  ): Promise<void> {
    this.#known = await connection.knownSessions();
    onChange();
    void connection
      .listSessions()
      .then((listed) => {
        this.#listed = listed;
        onChange();
      })
      .catch(() => undefined);
  }

  /** The hub tells how a session is now. */
  apply(entry: SessionEntry): void {
    this.#known = [...without(this.#known, entry.sessionId), entry];
  }

  remove(sessionId: string): void {
    this.#known = without(this.#known, sessionId);
    this.#listed = without(this.#listed, sessionId);
  }

  clear(): void {
    [this.#known, this.#listed] = [[], []];
  }
}

function without(entries: readonly SessionEntry[], sessionId: string): readonly SessionEntry[] {
  return entries.filter((entry) => entry.sessionId !== sessionId);
}
