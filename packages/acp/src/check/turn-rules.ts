import { toFields } from "../dialects/terminal-end.ts";
import { show } from "./agent-terminal-rules.ts";
import type { Report } from "./finding.ts";
import type { ConnectionFacts, Rules, SeenMessage } from "./seen-message.ts";

const PERMISSION = "session/request_permission";

/** Judges how turns are cancelled, and how permission is given, in version 1. */
export class TurnRules implements Rules {
  readonly #facts: ConnectionFacts;
  readonly #report: Report;
  /** Sessions with a turn, and whether it was cancelled. */
  readonly #turns = new Map<string, boolean>();
  /** Permission requests that wait, by id, and whether the turn was cancelled meanwhile. */
  readonly #asked = new Map<unknown, { readonly sessionId: string; cancelled: boolean }>();

  constructor(facts: ConnectionFacts, report: Report) {
    this.#facts = facts;
    this.#report = report;
  }

  take(message: SeenMessage): void {
    if (this.#facts.version >= 2) return;
    const { method, isAnswer, sessionId, id } = message;
    if (method === "session/prompt" && !isAnswer) this.#turns.set(sessionId, false);
    if (method === "session/cancel") this.#cancel(sessionId);
    if (method === "session/prompt" && isAnswer) this.#endTurn(message);
    if (method === PERMISSION && !isAnswer) this.#asked.set(id, { sessionId, cancelled: false });
    if (method === PERMISSION && isAnswer) this.#judgeAnswer(message);
  }

  end(): void {
    // A turn may go on where the recording ends.
  }

  #cancel(sessionId: string): void {
    if (this.#turns.has(sessionId)) this.#turns.set(sessionId, true);
    for (const asked of this.#asked.values()) {
      if (asked.sessionId === sessionId) asked.cancelled = true;
    }
  }

  #endTurn({ sessionId, result }: SeenMessage): void {
    const isCancelled = this.#turns.get(sessionId) === true;
    this.#turns.delete(sessionId);
    const stopReason = result?.["stopReason"];
    if (isCancelled && stopReason !== "cancelled") this.#report("C1-CANCELLED", show(stopReason));
  }

  #judgeAnswer({ id, params, result }: SeenMessage): void {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (result === null) return;
    const { outcome, optionId } = toFields(result["outcome"]);
    const { options } = params;
    const ids = Array.isArray(options) ? options.map((option) => toFields(option)["optionId"]) : [];
    const isOffered = outcome === "cancelled" || (outcome === "selected" && ids.includes(optionId));
    if (!isOffered) this.#report("C1-PERMISSION-OPTION", show(result["outcome"]));
    if (asked?.cancelled === true && outcome !== "cancelled") {
      this.#report("C1-PERMISSION-CANCELLED", show(result["outcome"]));
    }
  }
}
