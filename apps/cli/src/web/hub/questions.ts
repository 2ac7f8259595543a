import { toNotification, toRequest, type Fields } from "./message.ts";
import type { Tab } from "./tab.ts";

/** A request of the agent that waits for the first tab to answer it. */
export interface Question {
  /** Its id at the tabs. */
  readonly id: string;
  /** Its id at the agent. */
  readonly agentId: unknown;
  readonly method: string;
  /** Null for one that is of no session. */
  readonly sessionId: string | null;
  /** The message that asks it. */
  readonly text: string;
}

/** More than any person answers; further ones are refused. */
const MAX_QUESTIONS = 1_000;

/** The open questions of one agent. */
export class Questions {
  readonly #open = new Map<string, Question>();
  #count = 0;

  /** Takes a request of the agent; null when too many wait. */
  add({ id, method, params }: Fields, sessionId: string | null): Question | null {
    if (this.#open.size >= MAX_QUESTIONS) return null;
    const ownId = `question-${this.#count++}`;
    const text = toRequest(ownId, String(method), params);
    const question = { id: ownId, agentId: id, method: String(method), sessionId, text };
    this.#open.set(ownId, question);
    return question;
  }

  /** Hands over and forgets the question with this id; null for one that is settled. */
  take(id: unknown): Question | null {
    const question = this.#open.get(String(id)) ?? null;
    if (question !== null) this.#open.delete(question.id);
    return question;
  }

  /** The open question that the agent knows by this id. */
  find(agentId: unknown): Question | null {
    for (const question of this.#open.values()) if (question.agentId === agentId) return question;
    return null;
  }

  /** Those of one session; null: those of none. */
  of(sessionId: string | null): readonly Question[] {
    return [...this.#open.values()].filter((question) => question.sessionId === sessionId);
  }

  all(): readonly Question[] {
    return [...this.#open.values()];
  }
}

/** Tells tabs that a question is settled. @param answer what settled it, for those who show it. */
export function tellSettled(tabs: Iterable<Tab>, { id }: Question, answer: Fields | null): void {
  const _meta = { termwire: { answer } };
  const params = { requestId: id, ...(answer !== null && { _meta }) };
  const text = toNotification("$/cancel_request", params);
  for (const tab of tabs) tab.send(text);
}
