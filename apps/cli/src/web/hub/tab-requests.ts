import { randomUUID } from "node:crypto";
import type { AgentRun } from "./agent-run.ts";
import { readSessionId } from "./hub-sessions.ts";
import type { HubState } from "./hub-state.ts";
import { toAnswer, toFields, toText, type Fields } from "./message.ts";
import type { SharedSession } from "./shared-session.ts";
import type { Tab } from "./tab.ts";

/** A request of a tab, with its id there. */
export interface TabRequest {
  readonly tab: Tab;
  readonly id: unknown;
  readonly method: string;
  readonly params: Fields;
}

/** Passes requests of tabs on to the agent, and keeps what their answers say of sessions. */
export class TabRequests {
  readonly #state: HubState;
  /** Ids at the agent of what tabs have asked, by their own ids. */
  readonly #asked = new WeakMap<Tab, Map<unknown, number>>();
  /** Requests for a session that is being loaded for another tab. */
  readonly #waiting = new Map<string, TabRequest[]>();

  constructor(state: HubState) {
    this.#state = state;
  }

  /** Passes one on, or answers it from what is known of its session. */
  take(run: AgentRun, request: TabRequest): void {
    switch (request.method) {
      case "session/new":
        return this.#open(run, request);
      case "session/fork":
        return this.#fork(run, request);
      case "session/load":
      case "session/resume":
        return this.#openNamed(run, request);
      case "session/prompt":
        return this.#prompt(run, request);
      case "session/close":
      case "session/delete":
        return this.#end(run, request);
      case "session/set_mode":
      case "session/set_config_option":
        return this.#set(run, request);
      default:
        return this.#pass(run, request, ({ answer }) => answer());
    }
  }

  /** The id at the agent of what a tab has asked; null for what is answered. */
  findAsked(tab: Tab, id: unknown): number | null {
    return this.#asked.get(tab)?.get(id) ?? null;
  }

  /** @param settle called with what came; its `answer` tells the tab. */
  #pass(run: AgentRun, request: TabRequest, settle: (settled: Settled) => void): void {
    const { tab, id, method, params } = request;
    const asked = this.#asked.get(tab) ?? new Map<unknown, number>();
    this.#asked.set(tab, asked);
    const agentId = run.request(method, params, ({ result, error }) => {
      asked.delete(id);
      const answer = (own: unknown = result): void =>
        tab.send(toAnswer(id, error === undefined ? { result: own } : { error }));
      settle({ failed: error !== undefined, result: toFields(result), error, answer });
    });
    asked.set(id, agentId);
  }

  #open(run: AgentRun, request: TabRequest): void {
    const { sessions } = this.#state;
    const { tab, params } = request;
    const cwd = toText(params["cwd"]) ?? sessions.get(params["sessionId"])?.cwd ?? "";
    sessions.beginUnnamed();
    this.#pass(run, request, ({ failed, result, answer }) => {
      answer();
      const session = sessions.endUnnamed(failed ? null : readSessionId(result), cwd);
      session?.setSettings(result);
      if (session === null) return;
      this.#show(session, tab);
      this.#askAgain(session, tab);
    });
  }

  /** What was said before is the agent's to tell, where it can: `session/load` of the new one gets it. */
  #fork(run: AgentRun, request: TabRequest): void {
    if (run.canLoad) this.#pass(run, request, ({ answer }) => answer());
    else this.#open(run, request);
  }

  /** A session that the agent has open already is not opened again: it would begin anew for everybody. */
  #openNamed(run: AgentRun, request: TabRequest): void {
    const sessionId = readSessionId(request.params) ?? "";
    const known = this.#state.sessions.get(sessionId);
    const waiting = this.#waiting.get(sessionId);
    const canOpen = run.canLoad || run.canResume;
    if (waiting !== undefined) waiting.push(request);
    else if (known !== undefined && (known.live || !canOpen)) this.#reveal(request, known);
    else this.#load(run, request, run.canLoad ? undefined : known);
  }

  /**
   * Has the agent open a session. It is asked to tell all of it, where it can, whatever the tab wants: others may come.
   *
   * @param known what is known of it and goes on being so.
   */
  #load(run: AgentRun, request: TabRequest, known: SharedSession | undefined): void {
    const { sessions } = this.#state;
    const { tab, params } = request;
    const sessionId = readSessionId(params) ?? "";
    const session = known ?? sessions.begin(sessionId, toText(params["cwd"]) ?? "");
    const waiting: TabRequest[] = [];
    this.#waiting.set(sessionId, waiting);
    if (request.method === "session/load") this.#show(session, tab);
    const asked = { ...request, method: toOpening(run, request.method) };
    this.#pass(run, asked, ({ failed, result, error, answer }) => {
      this.#waiting.delete(sessionId);
      if (failed) {
        sessions.abandon(session);
        for (const { tab: other, id } of waiting) other.send(toAnswer(id, { error }));
      } else {
        session.live = true;
        session.setSettings(result);
        sessions.settle(session);
      }
      answer({ ...result, ...session.loaded });
      if (!failed) this.#attend(session, tab);
      if (!failed) for (const other of waiting) this.#reveal(other, session);
    });
  }

  #reveal({ tab, id, method }: TabRequest, session: SharedSession): void {
    if (method === "session/load") this.#show(session, tab);
    else this.#attend(session, tab);
    this.#askAgain(session, tab);
    tab.send(toAnswer(id, { result: session.loaded }));
  }

  #prompt(run: AgentRun, request: TabRequest): void {
    const { sessions } = this.#state;
    const { tab, params } = request;
    const session = sessions.get(readSessionId(params));
    if (session === undefined) return this.#pass(run, request, ({ answer }) => answer());
    const { promptId: given } = toFields(toFields(params["_meta"])["termwire"]);
    const promptId = toText(given) ?? randomUUID();
    session.startPrompt(promptId, params["prompt"], tab);
    sessions.tellChanged(session);
    this.#pass(run, request, ({ result, error, answer }) => {
      session.endPrompt(promptId, { result, error });
      sessions.tellChanged(session);
      sessions.forgetOldest();
      answer();
    });
  }

  #end(run: AgentRun, request: TabRequest): void {
    this.#pass(run, request, ({ failed, answer }) => {
      const sessionId = readSessionId(request.params);
      if (!failed && sessionId !== null) this.#state.sessions.remove(sessionId);
      answer();
    });
  }

  /** Agents tell nobody what a client has set itself; the others are clients, too. */
  #set(run: AgentRun, request: TabRequest): void {
    const { tab, method, params } = request;
    this.#pass(run, request, ({ failed, result, answer }) => {
      answer();
      if (failed) return;
      const session = this.#state.sessions.get(readSessionId(params));
      const { configOptions } = result;
      if (method === "session/set_mode") {
        const currentModeId = params["modeId"];
        session?.tellOthers(tab, { sessionUpdate: "current_mode_update", currentModeId });
      } else if (configOptions !== undefined) {
        session?.tellOthers(tab, { sessionUpdate: "config_option_update", configOptions });
      }
    });
  }

  #askAgain({ sessionId }: SharedSession, tab: Tab): void {
    for (const { text } of this.#state.questions.of(sessionId)) tab.send(text);
  }

  /** A tab that went meanwhile looks at nothing any more. */
  #show(session: SharedSession, tab: Tab): void {
    if (this.#state.tabs.has(tab)) session.show(tab);
  }

  /** From now on it gets what comes. */
  #attend(session: SharedSession, tab: Tab): void {
    if (this.#state.tabs.has(tab)) session.tabs.add(tab);
  }
}

/** How an agent is asked to open a session; as the tab asks when it says that it can do neither. */
function toOpening({ canLoad, canResume }: AgentRun, method: string): string {
  if (canLoad) return "session/load";
  return canResume ? "session/resume" : method;
}

/** What became of a request. */
interface Settled {
  readonly failed: boolean;
  readonly result: Fields;
  readonly error: unknown;
  /** Answers the tab. @param result in place of the agent's own, if it did not fail. */
  readonly answer: (result?: unknown) => void;
}
