import type { AgentEnd } from "../agents/start-agent-link.ts";
import { readSessionId } from "./hub-sessions.ts";
import type { HubState } from "./hub-state.ts";
import {
  toAnswer,
  toFailure,
  toFields,
  toNotification,
  WIRE_ERROR,
  type Fields,
} from "./message.ts";
import { untilOneReads, type WireText } from "./tab.ts";

/** From the agent to the tabs. */
export class AgentMessages {
  readonly #state: HubState;

  constructor(state: HubState) {
    this.#state = state;
  }

  /** Takes one message. Resolves when the fastest of those it went to can take more. */
  take(message: Fields, text: WireText): Promise<void> {
    const { id, method, params } = message;
    if (method === "session/update") return this.#update(toFields(params), text);
    if (id !== undefined) return this.#question(message);
    if (method === "$/cancel_request") return this.#takeBack(toFields(params)["requestId"]);
    return this.#pass(params, text);
  }

  /** The agent has ended by itself: nothing waits for it any more. */
  end(end: AgentEnd): void {
    const { questions, sessions } = this.#state;
    for (const question of questions.all()) {
      questions.take(question.id);
      this.#state.settle(question, null, null);
    }
    sessions.setAllEnded();
    sessions.tellAll(toNotification("_termwire/agent_ended", { ...end }));
  }

  async #update(params: Fields, text: WireText): Promise<void> {
    const { sessions } = this.#state;
    const session = sessions.findForMessage(readSessionId(params) ?? "");
    // Of a session that is closed, or was never there, there is nothing to show.
    if (session === null) return;
    const isOther = session.takeUpdate(toFields(params["update"]), text);
    if (isOther) sessions.tellChanged(session);
    await untilOneReads(session.tabs);
  }

  async #question(message: Fields): Promise<void> {
    const { questions, sessions, run } = this.#state;
    const sessionId = readSessionId(message["params"]);
    const question = questions.add(message, sessionId);
    if (question === null) {
      const refusal = toFailure(WIRE_ERROR.internal, "too many requests wait for the person");
      run?.send(toAnswer(message["id"], refusal));
      return;
    }
    const session = sessionId === null ? null : sessions.findForMessage(sessionId);
    session?.questions.add(question.id);
    for (const tab of this.#state.tabsOf(sessionId)) tab.send(question.text);
    if (session !== null) sessions.tellChanged(session);
  }

  async #takeBack(agentId: unknown): Promise<void> {
    const { questions } = this.#state;
    const question = questions.find(agentId);
    if (question === null) return;
    questions.take(question.id);
    this.#state.settle(question, null, null);
  }

  async #pass(params: unknown, text: WireText): Promise<void> {
    for (const tab of this.#state.tabsOf(readSessionId(params))) tab.send(text);
  }
}
