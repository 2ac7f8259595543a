import { toText, type Fields } from "../wire/read-fields.ts";
import type { ReconnectingSocket } from "../wire/reconnecting-socket.ts";
import { DisconnectedError, RpcError } from "../wire/rpc-error.ts";
import { AgentConnection } from "./agent-connection.ts";
import { parseAgentEnd, parseAgents, toAgentEnd } from "./agent-entry.ts";
import { CLOSE_CODES, isAgainAtOnce, toLost } from "./close-codes.ts";
import { EMPTY_PAGE, type PageState } from "./page-state.ts";
import type { PageStoreOptions } from "./page-store-options.ts";
import { SentPrompts } from "./sent-prompts.ts";
import { SessionActions, toWords } from "./session-actions.ts";
import { SessionBook } from "./session-book.ts";
import { parseSessionEntry, type SessionEntry } from "./session-entry.ts";
import { SessionList } from "./session-list.ts";
import type { Session } from "./session.ts";
import type { SignIn } from "./sign-in.ts";

/** ACP's code for a session that is refused until somebody signs in. */
const AUTH_REQUIRED = -32_000;

/** The page's state, and everything that changes it. */
export class PageStore {
  readonly actions: SessionActions;
  readonly #options: PageStoreOptions;
  readonly #sent = new SentPrompts();
  #state: PageState = EMPTY_PAGE;
  #socket: ReconnectingSocket | null = null;
  #connection: AgentConnection | null = null;
  #book: SessionBook;
  /** The session that is looked at, or will be once it is told. */
  #sessionId: string | null;
  readonly #list = new SessionList();

  constructor(options: PageStoreOptions) {
    this.#options = options;
    this.#sessionId = options.place.sessionId;
    this.#book = this.#createBook();
    this.#state = { ...EMPTY_PAGE, agentId: options.place.agentId };
    this.actions = new SessionActions({
      connection: () => this.#connection,
      book: () => this.#book,
      sent: this.#sent,
      fail: (error) => this.#fail(error),
    });
  }

  get state(): PageState {
    return this.#state;
  }

  /** The session that is looked at, for actions; undefined before there is one. */
  get session(): Session | undefined {
    return this.#book.find(this.#state.session?.sessionId ?? null);
  }

  /** Connects, and goes on connecting. */
  start(): void {
    this.#socket?.close();
    this.#disconnect();
    this.#socket = this.#options.connect(this.#state.agentId, {
      onOpen: () => void this.#introduce(),
      onMessage: (message) => this.#connection?.receive(message),
      onClose: ({ code }) => this.#closed(code),
    });
  }

  /** Tries to connect at once. */
  retry(): void {
    this.#socket?.retry();
  }

  chooseAgent(agentId: string): void {
    this.#sessionId = null;
    this.#list.clear();
    this.#change({ agentId, session: null, sessions: [], agentEnd: null, failure: null });
    this.#remember();
    this.start();
  }

  /** Starts the agent anew; the connection ends with it and comes back. */
  async restartAgent(): Promise<void> {
    this.#change({ isRestarting: true });
    await this.#connection?.request("_termwire/restart_agent").catch((error: unknown) => {
      this.#change({ isRestarting: false });
      this.#fail(error);
    });
  }

  async newSession(cwd: string): Promise<void> {
    await this.#open(async (connection) => {
      const { sessionId, result } = await connection.newSession(cwd);
      const session = this.#book.find(sessionId) ?? this.#book.begin(connection, sessionId, cwd);
      session.opened(result);
      return session;
    });
  }

  async openSession(sessionId: string): Promise<void> {
    this.#sessionId = sessionId;
    await this.#open(async (connection) => {
      const open = this.#book.find(sessionId);
      if (open !== undefined) return open;
      const entry = this.#state.sessions.find((each) => each.sessionId === sessionId);
      const cwd = entry?.cwd ?? connection.cwd;
      const session = this.#book.begin(connection, sessionId, cwd);
      try {
        session.opened((await connection.loadSession(sessionId, cwd)).result);
        return session;
      } catch (error) {
        this.#book.forget(sessionId);
        throw error;
      }
    });
  }

  async deleteSession(sessionId: string): Promise<void> {
    try {
      await this.#connection?.request("session/delete", { sessionId });
      this.#sessionGone(sessionId);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Signs in by one of the agent's ways, and opens what that was asked for. */
  async signIn({ id }: SignIn): Promise<void> {
    const connection = this.#connection;
    try {
      await connection?.request("authenticate", { methodId: id });
      this.#change({ signIns: [], failure: null });
      if (connection !== null) await this.#openWanted(connection);
    } catch (error) {
      this.#fail(error);
    }
  }

  dismissFailure(): void {
    this.#change({ failure: null });
  }

  /** Takes a prompt that was lost with a connection, to write it again. */
  takeLostPrompt(): string | null {
    const { lostPrompt } = this.#state;
    if (lostPrompt !== null) this.#change({ lostPrompt: null });
    return lostPrompt;
  }

  async #introduce(): Promise<void> {
    const socket = this.#socket;
    const connection = new AgentConnection({
      send: (message) => socket?.send(message),
      onNotification: (method, params) => this.#notified(method, params),
      onRequest: (method, params, id) => this.#book.answer(method, params, id),
    });
    this.#connection = connection;
    this.#book = this.#createBook();
    this.#change({ connection: { kind: "open" }, agentEnd: null });
    try {
      this.#change({ agents: parseAgents(await connection.request("_termwire/agents")) });
      await connection.initialize();
      await this.#introduced(connection);
    } catch (error) {
      if (error instanceof DisconnectedError) return;
      this.#change({ agentEnd: toAgentEnd(error), isRestarting: false });
    }
  }

  async #introduced(connection: AgentConnection): Promise<void> {
    const { cwd, offers, control } = connection;
    this.#change({
      cwd,
      canDelete: offers.delete,
      ...(control !== null && { control: control.offer }),
      isRestarting: false,
    });
    await this.#list.read(connection, () => this.#showSessions());
    await this.#openWanted(connection);
  }

  async #openWanted(connection: AgentConnection): Promise<void> {
    const { sessions } = this.#state;
    const wanted = this.#sessionId ?? sessions.find(({ live }) => live)?.sessionId ?? null;
    if (wanted !== null) await this.openSession(wanted);
    // One that is wanted and gone is no reason to show nothing.
    if (this.#state.session === null && this.#connection === connection) {
      await this.newSession(connection.cwd);
    }
  }

  async #open(open: (connection: AgentConnection) => Promise<Session>): Promise<void> {
    const connection = this.#connection;
    if (connection === null) return;
    this.#change({ isOpening: true });
    try {
      const session = await open(connection);
      this.#sessionId = session.view.sessionId;
      const lost = this.#sent.takeLost(this.#sessionId, session.view.conversation);
      this.#change({
        session: session.view,
        isOpening: false,
        ...(lost.length > 0 && { lostPrompt: lost.join("\n") }),
      });
      this.#remember();
    } catch (error) {
      this.#change({ isOpening: false });
      this.#sessionTold();
      this.#fail(error);
    }
  }

  #notified(method: string, params: Fields): void {
    switch (method) {
      case "_termwire/agent_ended":
        this.#change({ agentEnd: parseAgentEnd(params), isRestarting: false });
        this.#book.agentEnded();
        break;
      case "_termwire/session_changed":
        this.#sessionChanged(parseSessionEntry(params));
        break;
      case "_termwire/session_closed":
        this.#sessionGone(toText(params["sessionId"]));
        break;
      default:
        this.#book.notify(method, params);
    }
  }

  #sessionChanged(entry: SessionEntry | null): void {
    if (entry === null) return;
    this.#list.apply(entry);
    this.#showSessions();
  }

  #sessionGone(sessionId: string | null): void {
    if (sessionId === null) return;
    this.#list.remove(sessionId);
    this.#book.forget(sessionId);
    this.#showSessions();
    if (this.#sessionId !== sessionId) return;
    this.#sessionId = null;
    const next = this.#state.sessions.find(({ live }) => live);
    void (next === undefined ? this.newSession(this.#state.cwd) : this.openSession(next.sessionId));
  }

  #closed(code: number): void {
    this.#disconnect();
    if (code === CLOSE_CODES.noSuchAgent) {
      this.#change({ agentId: null, failure: "there is no such agent" });
      this.start();
      return;
    }
    if (isAgainAtOnce(code)) this.#socket?.retry();
    else this.#change({ connection: toLost(this.#state.connection, code) });
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  #createBook(): SessionBook {
    return new SessionBook({
      createCard: this.#options.createCard,
      nowMs: this.#options.nowMs,
      onPromptArrived: (promptId) => this.#sent.arrived(promptId),
      onChange: () => this.#sessionTold(),
    });
  }

  /** Shows what changed of the session that is looked at. One that is told anew is shown when all of it is there. */
  #sessionTold(): void {
    const { session, isOpening } = this.#state;
    const open = this.#book.find(session?.sessionId ?? null);
    if (open !== undefined && !isOpening) this.#change({ session: open.view });
  }

  #showSessions(): void {
    this.#change({ sessions: this.#list.entries });
  }

  #remember(): void {
    const { agentId } = this.#state;
    this.#options.onPlace({ agentId, sessionId: this.#sessionId });
  }

  #fail(error: unknown): void {
    if (error instanceof DisconnectedError) return;
    const wantsSignIn = error instanceof RpcError && error.code === AUTH_REQUIRED;
    this.#change({
      failure: toWords(error),
      ...(wantsSignIn && { signIns: this.#connection?.signIns ?? [] }),
    });
  }

  #change(members: Partial<PageState>): void {
    this.#state = { ...this.#state, ...members };
    this.#options.onChange();
  }
}
