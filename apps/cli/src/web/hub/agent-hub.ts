import { AgentMessages } from "./agent-messages.ts";
import { AgentRun, type Introduction } from "./agent-run.ts";
import { readSessionId } from "./hub-sessions.ts";
import { HubState, type AgentEntry, type HubOptions } from "./hub-state.ts";
import {
  parseMessage,
  toAnswer,
  toFailure,
  toFields,
  toNotification,
  WIRE_ERROR,
  type Fields,
} from "./message.ts";
import { TabRequests, type TabRequest } from "./tab-requests.ts";
import { CLOSE, type Tab } from "./tab.ts";

/** Shares one agent among any number of tabs. */
export class AgentHub {
  readonly #state: HubState;
  readonly #messages: AgentMessages;
  readonly #requests: TabRequests;
  #restarting: Promise<Introduction> | null = null;

  constructor(options: HubOptions) {
    this.#state = new HubState(options);
    this.#messages = new AgentMessages(this.#state);
    this.#requests = new TabRequests(this.#state);
  }

  get state(): AgentEntry["state"] {
    return this.#state.run?.state ?? "idle";
  }

  /** A tab has come. */
  join(tab: Tab): void {
    this.#state.tabs.add(tab);
  }

  /** A tab is gone. What it asked goes on. */
  leave(tab: Tab): void {
    this.#state.tabs.delete(tab);
    this.#state.sessions.leave(tab);
  }

  /** Takes one message of a tab. */
  take(tab: Tab, text: string): void {
    const message = parseMessage(text);
    if (message === null) {
      tab.send(toAnswer(null, toFailure(WIRE_ERROR.parse, "expected one JSON-RPC message")));
      return;
    }
    const { id, method, params } = message;
    if (typeof method !== "string") this.#answer(tab, message);
    else if (id === undefined) this.#notify(tab, method, toFields(params));
    else this.#request({ tab, id, method, params: toFields(params) });
  }

  /** Ends the agent; resolves when nothing of it is left. */
  async stop(): Promise<void> {
    await this.#state.run?.stop();
  }

  #request(request: TabRequest): void {
    const { sessions, options } = this.#state;
    const { tab, id, method } = request;
    switch (method) {
      case "initialize":
        void this.#introduce(request);
        return;
      case "_termwire/agents":
        tab.send(toAnswer(id, { result: { agents: options.listAgents() } }));
        return;
      case "_termwire/sessions":
        tab.send(toAnswer(id, { result: { sessions: sessions.list() } }));
        return;
      case "_termwire/restart_agent":
        void this.#restart(request);
        return;
      default:
        this.#pass(request);
    }
  }

  async #introduce({ tab, id }: TabRequest): Promise<void> {
    const run = this.#start();
    const introduction = await run.introduction;
    if ("error" in introduction) {
      tab.send(toAnswer(id, introduction));
      return;
    }
    const { cwd, choice, listAgents } = this.#state.options;
    const agent = listAgents().find((entry) => entry.id === choice.id);
    const meta = toFields(introduction.result["_meta"]);
    const termwire = { ...toFields(meta["termwire"]), hub: { agent, cwd } };
    const result = { ...introduction.result, _meta: { ...meta, termwire } };
    tab.send(toAnswer(id, { result }));
    if (run.end !== null) tab.send(toNotification("_termwire/agent_ended", { ...run.end }));
  }

  #start(): AgentRun {
    const { choice, cwd, clientInfo } = this.#state.options;
    this.#state.run ??= new AgentRun({
      choice,
      cwd,
      clientInfo,
      onMessage: (message, text) => this.#messages.take(message, text),
      onEnd: (end) => this.#messages.end(end),
    });
    return this.#state.run;
  }

  async #restart({ tab, id }: TabRequest): Promise<void> {
    this.#restarting ??= this.#startAnew().finally(() => {
      this.#restarting = null;
    });
    const introduction = await this.#restarting;
    tab.send(toAnswer(id, "error" in introduction ? introduction : { result: {} }));
    if ("error" in introduction) return;
    for (const each of this.#state.tabs) {
      each.close(CLOSE.restarted, "the agent was started anew");
    }
  }

  async #startAnew(): Promise<Introduction> {
    const { run } = this.#state;
    if (run !== null && run.end === null) {
      await run.stop();
      this.#messages.end({ reason: "it was started anew", stderrTail: "" });
    }
    this.#state.run = null;
    return this.#start().introduction;
  }

  #pass(request: TabRequest): void {
    const { run } = this.#state;
    const refuse = (code: number, message: string): void =>
      request.tab.send(toAnswer(request.id, toFailure(code, message)));
    if (run === null) refuse(WIRE_ERROR.invalidRequest, "initialize comes first");
    else if (run.isStuck) refuse(WIRE_ERROR.internal, "the agent takes nothing any more");
    else this.#requests.take(run, request);
  }

  #notify(tab: Tab, method: string, params: Fields): void {
    const { run } = this.#state;
    if (method === "$/cancel_request") {
      const requestId = this.#requests.findAsked(tab, params["requestId"]);
      if (requestId !== null) run?.notify(method, { ...params, requestId });
      return;
    }
    run?.notify(method, params);
    if (method === "session/cancel") this.#refuseQuestions(readSessionId(params));
  }

  /** The first answer counts. */
  #answer(tab: Tab, { id, result, error }: Fields): void {
    const question = this.#state.questions.take(id);
    if (question === null) return;
    const answer = error === undefined ? { result: result ?? null } : { error };
    this.#state.run?.send(toAnswer(question.agentId, answer));
    this.#state.settle(question, answer, tab);
  }

  /** With its turn, what it asks is cancelled: the protocol asks that of a client. */
  #refuseQuestions(sessionId: string | null): void {
    const { questions, run } = this.#state;
    const answer = { result: { outcome: { outcome: "cancelled" } } };
    for (const { id, method } of questions.of(sessionId)) {
      if (method !== "session/request_permission") continue;
      const question = questions.take(id);
      if (question === null) continue;
      run?.send(toAnswer(question.agentId, answer));
      this.#state.settle(question, answer, null);
    }
  }
}
