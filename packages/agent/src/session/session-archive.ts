import type { SessionPage } from "@termwire/acp/agent";
import type { SessionEvent } from "./session-event.ts";

/** The log of one open session. Whoever opened it disposes of it; until then nobody else can open it. */
export interface SessionLog extends AsyncDisposable {
  /** What had happened when it was opened; empty for a new one. */
  readonly events: readonly SessionEvent[];
  /** What was wrong with the log and was left out, in words for the person. */
  readonly notes: readonly string[];
  /**
   * Adds to the end. Resolves when the death of this process cannot lose it any more.
   *
   * @throws Error saying why it could not be kept, such as a full disk. The log then stays at what it had.
   */
  append(event: SessionEvent): Promise<void>;
}

/** A session as its log begins. */
export interface NewSession {
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
}

/** Where session logs are kept: files, memory, anything that can add to an end. */
export interface SessionArchive {
  /** @throws Error when there is no place for it; the session then goes on without. */
  createLog(session: NewSession): Promise<SessionLog>;
  /**
   * Opens the log of an earlier session, to go on with it.
   *
   * @throws AcpError `unknown-session`, `session-busy` while it is open elsewhere, `invalid-params` when it was written
   * by a later version.
   */
  openLog(sessionId: string): Promise<SessionLog>;
  /**
   * Creates the log of a new session that begins with all that happened in another one, which stays as it is and may be open:
   * then with its whole turns.
   *
   * @throws AcpError `unknown-session`, `invalid-params` when the other one was written by a later version; Error when there is no
   * place for it.
   */
  forkLog(sessionId: string, fork: NewSession): Promise<SessionLog>;
  /**
   * One page of those that have a title, which is those that had a prompt; `cwd` null: of all directories.
   *
   * @throws AcpError `invalid-params` for a cursor that is not one of its own.
   */
  listSessions(query: {
    readonly cwd: string | null;
    readonly cursor: string | null;
  }): Promise<SessionPage>;
  /** An unknown one is fine. @throws AcpError `session-busy` */
  deleteSession(sessionId: string): Promise<void>;
}
