import { isAbsolutePath, type CommandRunner } from "@termwire/terminal";
import { AcpError } from "../acp-error.ts";
import type { ClientFiles } from "./client-files.ts";
import type {
  AgentHarness,
  HarnessSession,
  McpServer,
  PromptImage,
  SessionPage,
  SessionRequest,
  SessionStore,
  TurnStopReason,
} from "./harness.ts";
import {
  closeSession,
  type OpenSession,
  type SessionChannel,
  type SessionParts,
} from "./open-session.ts";
import { takeTurn } from "./take-turn.ts";

/** What the sessions of one connection are made of. */
export interface ServedSessionsParts<Channel extends SessionChannel> {
  readonly harness: AgentHarness;
  /** The runner of a session's commands in the client's environment; null when the harness runs them. */
  readonly createClientRunner: (sessionId: string) => CommandRunner | null;
  /** The client's files, as far as it offers them; not given in a version that has none. */
  readonly createClientFiles?: (sessionId: string) => ClientFiles;
  readonly createChannel: (session: SessionParts) => Channel;
}

/** Where a session works, and with what. */
export interface SessionPlace {
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
}

/** Names a session that exists. */
export interface SessionRef extends SessionPlace {
  readonly sessionId: string;
}

/** A prompt as it was parsed. */
export interface SessionPrompt {
  readonly text: string;
  readonly images: readonly PromptImage[];
  readonly messageId: string;
  /** Aborts when the request for it does; absent when only the session's cancel ends the turn. */
  readonly signal?: AbortSignal;
}

/** Which sessions a client asks for. */
export interface SessionQuery {
  readonly cwd?: string | null | undefined;
  readonly cursor?: string | null | undefined;
}

/** A page of sessions as both versions of the protocol answer with it. */
export interface ListedSessions {
  sessions: {
    sessionId: string;
    cwd: string;
    title: string | null;
    updatedAt: string | null;
  }[];
  nextCursor?: string;
}

/** The sessions of one connection, the same for every version of the protocol. */
export class ServedSessions<Channel extends SessionChannel> {
  readonly #parts: ServedSessionsParts<Channel>;
  readonly #open = new Map<string, OpenSession<Channel>>();
  /** Sessions of the log on their way, so that a second request for one of them gets the same. */
  readonly #opening = new Map<string, Promise<OpenSession<Channel>>>();
  #disposing: Promise<void> | null = null;

  constructor(parts: ServedSessionsParts<Channel>) {
    this.#parts = parts;
  }

  /** Opens a new one. */
  async create(place: SessionPlace): Promise<OpenSession<Channel>> {
    const sessionId = createSessionId();
    return this.#start({ sessionId, ...place }, (request) =>
      this.#parts.harness.createSession(request),
    );
  }

  /** Opens a new one that begins as another one of the log. */
  async fork(sourceId: string, place: SessionPlace): Promise<OpenSession<Channel>> {
    const store = this.#store();
    const sessionId = createSessionId();
    return this.#start({ sessionId, ...place }, async (request) => {
      if (store.forkSession === undefined) throw toUnknown(sourceId);
      return store.forkSession(sourceId, request);
    });
  }

  /** Opens one of the log; one that is open on this connection already is itself, at work or not. */
  async resume(ref: SessionRef): Promise<OpenSession<Channel>> {
    const { sessionId, cwd } = ref;
    const open = this.#open.get(sessionId) ?? (await this.#opening.get(sessionId));
    if (open === undefined) return this.#startStored(ref);
    if (open.cwd !== cwd) {
      const message = `cwd: session ${sessionId} works in "${open.cwd}", got "${cwd}"`;
      throw new AcpError("invalid-params", message, { sessionId, cwd });
    }
    return open;
  }

  /** @throws AcpError `unknown-session` */
  find(sessionId: string): OpenSession<Channel> {
    const open = this.#open.get(sessionId);
    if (open === undefined) throw toUnknown(sessionId);
    return open;
  }

  /** Sessions of the log; of a harness that keeps none, those that are open here. */
  async list({ cwd, cursor }: SessionQuery): Promise<ListedSessions> {
    const page = await this.#listPage(cwd ?? null, cursor ?? null);
    const sessions = page.sessions.map((summary) => ({ ...summary }));
    return { sessions, ...(page.nextCursor !== null && { nextCursor: page.nextCursor }) };
  }

  /**
   * Changes a setting and tells of it.
   *
   * @param value as it came; the id of a choice.
   * @throws AcpError `unknown-session`, `invalid-params` for a setting or a choice there is not.
   */
  async changeSetting(
    sessionId: string,
    settingId: string,
    value: unknown,
  ): Promise<HarnessSession> {
    const { session, channel } = this.find(sessionId);
    if (typeof value !== "string") {
      const message = `value: expected the id of a choice of "${settingId}", got ${JSON.stringify(value)}`;
      throw new AcpError("invalid-params", message, { settingId });
    }
    await session.changeSetting(settingId, value);
    await channel.tellChanges();
    return session;
  }

  async #listPage(cwd: string | null, cursor: string | null): Promise<SessionPage> {
    if (cwd !== null) checkAbsolute(cwd);
    const { store } = this.#parts.harness;
    if (store !== undefined) return store.listSessions({ cwd, cursor });
    const open = [...this.#open.values()].filter((each) => cwd === null || each.cwd === cwd);
    const sessions = open.map(({ sessionId, cwd: directory, session }) => ({
      sessionId,
      cwd: directory,
      title: session.title ?? null,
      updatedAt: null,
    }));
    return { sessions, nextCursor: null };
  }

  /** Closes it first where it is open here. */
  async delete(sessionId: string): Promise<void> {
    await this.#close(sessionId);
    await this.#store().deleteSession(sessionId);
  }

  /** @throws AcpError `unknown-session` */
  async close(sessionId: string): Promise<void> {
    this.find(sessionId);
    await this.#close(sessionId);
  }

  /**
   * Works on one prompt. Resolves with why it stopped.
   *
   * @throws AcpError `unknown-session`, `session-busy` while another one is worked on.
   */
  async prompt(sessionId: string, prompt: SessionPrompt): Promise<TurnStopReason> {
    const open = this.#findIdle(sessionId);
    const { text, images, messageId } = prompt;
    const { bridge } = open.channel;
    return takeTurn(open, prompt.signal, (signal) =>
      open.session.prompt({ text, images, messageId, signal, bridge }),
    );
  }

  /** Works on what happened since the last turn, if that is still to be worked on. Otherwise as a prompt. */
  async followUp(sessionId: string): Promise<TurnStopReason> {
    const open = this.#findIdle(sessionId);
    const { followUps } = open.session;
    if (followUps === undefined) return "end_turn";
    const { bridge } = open.channel;
    return takeTurn(open, undefined, (signal) => followUps.take({ signal, bridge }));
  }

  /** Cancelling what is not running, or a session nobody knows, is no error: the turn may just have ended. */
  cancel(sessionId: string): void {
    this.#open.get(sessionId)?.turn?.stop.abort();
  }

  /** Closes every session. Twice is fine. */
  dispose(): Promise<void> {
    return (this.#disposing ??= this.#closeAll());
  }

  async #closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
    await Promise.allSettled([...this.#open.keys()].map((sessionId) => this.#close(sessionId)));
  }

  async #close(sessionId: string): Promise<void> {
    const open = this.#open.get(sessionId);
    this.#open.delete(sessionId);
    if (open !== undefined) await closeSession(open);
  }

  #findIdle(sessionId: string): OpenSession<Channel> {
    const open = this.find(sessionId);
    if (open.turn !== null) throw toBusy(sessionId);
    return open;
  }

  #startStored(ref: SessionRef): Promise<OpenSession<Channel>> {
    const { sessionId } = ref;
    const opening = this.#start(ref, (request) => this.#store().openSession(request));
    this.#opening.set(sessionId, opening);
    const clear = (): void => void this.#opening.delete(sessionId);
    opening.then(clear, clear);
    return opening;
  }

  async #start(
    { sessionId, cwd, mcpServers }: SessionRef,
    create: (request: SessionRequest) => Promise<HarnessSession>,
  ): Promise<OpenSession<Channel>> {
    checkAbsolute(cwd);
    const clientRunner = this.#parts.createClientRunner(sessionId);
    const clientFiles = this.#parts.createClientFiles?.(sessionId) ?? {};
    const request = { sessionId, cwd, clientRunner, clientFiles, mcpServers };
    const session = await create(request).catch((error: unknown) => {
      throw toSessionError(error, cwd);
    });
    if (this.#disposing !== null) {
      await session[Symbol.asyncDispose]();
      throw new AcpError("closed", "the connection is closed");
    }
    const channel = this.#parts.createChannel({ sessionId, cwd, session });
    session.onChange = () => void channel.tellChanges();
    if (session.followUps !== undefined) session.followUps.onDue = channel.onFollowUpDue ?? null;
    const open: OpenSession<Channel> = { sessionId, cwd, session, channel, turn: null };
    this.#open.set(sessionId, open);
    return open;
  }

  #store(): SessionStore {
    const { store } = this.#parts.harness;
    if (store === undefined) throw new AcpError("invalid-params", "this agent keeps no sessions");
    return store;
  }
}

function createSessionId(): string {
  return `sess_${crypto.randomUUID()}`;
}

function checkAbsolute(cwd: string): void {
  if (isAbsolutePath(cwd)) return;
  throw new AcpError("invalid-params", `cwd: expected an absolute path, got "${cwd}"`, { cwd });
}

/** What keeps a session from being opened is its directory, unless the harness says otherwise. */
function toSessionError(error: unknown, cwd: string): AcpError {
  if (AcpError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AcpError("invalid-params", message, { cwd });
}

function toUnknown(sessionId: string): AcpError {
  const message = `no session "${sessionId}" is open on this connection`;
  return new AcpError("unknown-session", message, { sessionId });
}

function toBusy(sessionId: string): AcpError {
  const message = `session ${sessionId} is still working on its last prompt; cancel it or wait for its answer`;
  return new AcpError("session-busy", message, { sessionId });
}
