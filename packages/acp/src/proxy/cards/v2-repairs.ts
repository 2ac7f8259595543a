import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import type { Explain } from "../explain.ts";
import { PlainCalls } from "./plain-calls.ts";

/** Sessions at a time; those an agent makes up count, too. */
const MAX_SESSIONS = 4096;

/** What needs to be said where both sides speak version 2, and everything the agent says passes. */
export class V2Repairs {
  readonly #send: (sessionId: string, update: UpdateFields) => Promise<void>;
  readonly #explain: Explain;
  readonly #sessions = new Map<string, PlainCalls>();

  constructor(send: (sessionId: string, update: UpdateFields) => Promise<void>, explain: Explain) {
    this.#send = send;
    this.#explain = explain;
  }

  /** Sees an update that is about to pass: a call that is open when the work has ended is closed before. */
  async update(params: UpdateFields): Promise<void> {
    const sessionId = toText(params["sessionId"]) ?? "";
    const fields = toFields(params["update"]);
    const toolCallId = toText(fields["toolCallId"]);
    const kind = fields["sessionUpdate"];
    if (kind === "tool_call_update" && toolCallId !== null) {
      this.#callsOf(sessionId).read(toolCallId, fields);
    }
    const isOver = kind === "state_update" && fields["state"] === "idle";
    if (isOver) await this.#close(sessionId, fields);
  }

  /** The agent is gone. */
  async close(): Promise<void> {
    for (const sessionId of this.#sessions.keys()) await this.#close(sessionId, {});
  }

  async #close(sessionId: string, { background, stopReason }: UpdateFields): Promise<void> {
    const listed = Array.isArray(background) ? background.map(toFields) : [];
    const runsOn = new Set(listed.map(({ toolCallId }) => toolCallId));
    for (const toolCallId of this.#sessions.get(sessionId)?.close(runsOn) ?? []) {
      const what = "left open at the end of the turn";
      this.#explain({ kind: "closed", sessionId, toolCallId, what });
      const sessionUpdate = "tool_call_update";
      const status = stopReason === "cancelled" ? "cancelled" : "failed";
      await this.#send(sessionId, { sessionUpdate, toolCallId, status });
    }
  }

  #callsOf(sessionId: string): PlainCalls {
    const known = this.#sessions.get(sessionId) ?? new PlainCalls();
    const [oldest] = this.#sessions.keys();
    const isFull = this.#sessions.size >= MAX_SESSIONS && !this.#sessions.has(sessionId);
    if (oldest !== undefined && isFull) this.#sessions.delete(oldest);
    this.#sessions.set(sessionId, known);
    return known;
  }
}
