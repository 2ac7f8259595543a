import { isBackgroundInput } from "../dialects/command-line.ts";
import { META_KEYS } from "../dialects/meta/keys.ts";
import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields } from "../dialects/terminal-end.ts";
import { TOOL_KINDS } from "../tool-kinds.ts";
import { isGiven, show, toBlocks, toKey } from "./agent-terminal-rules.ts";
import type { Report } from "./finding.ts";
import type { ConnectionFacts, Rules, SeenMessage } from "./seen-message.ts";

const STATUSES: ReadonlySet<unknown> = new Set(["pending", "in_progress", "completed", "failed"]);
const FINAL: ReadonlySet<unknown> = new Set(["completed", "failed"]);
const CALLS: ReadonlySet<unknown> = new Set(["tool_call", "tool_call_update"]);

/** Judges tool calls of version 1. */
export class ToolCallRules implements Rules {
  readonly #facts: ConnectionFacts;
  readonly #report: Report;
  /** Status by call. */
  readonly #calls = new Map<string, unknown>();
  readonly #terminals = new Set<string>();
  readonly #background = new Set<string>();

  constructor(facts: ConnectionFacts, report: Report) {
    this.#facts = facts;
    this.#report = report;
  }

  take(message: SeenMessage): void {
    if (this.#facts.version >= 2) return;
    const { method, result, sessionId, update } = message;
    if (method === "terminal/create" && result !== null) {
      this.#terminals.add(toKey(sessionId, result["terminalId"]));
    }
    if (method === "session/update") this.#update(sessionId, update);
    if (method === "session/prompt" && message.isAnswer) this.#endTurn(sessionId);
  }

  end(): void {
    // A call that is open may still have been at work.
  }

  #update(sessionId: string, update: UpdateFields): void {
    const { isWhole, sessions } = this.#facts;
    if (isWhole && !sessions.has(sessionId)) this.#report("C1-SESSION", show(sessionId));
    if (!CALLS.has(update["sessionUpdate"])) return;
    const { toolCallId } = update;
    if (typeof toolCallId !== "string" || toolCallId === "") {
      this.#report("C1-ID", `the id ${show(toolCallId)}`);
    }
    const key = toKey(sessionId, toolCallId);
    this.#judgeOrder(key, update);
    this.#judgeMembers(sessionId, update);
    this.#judgeStatus(key, update);
  }

  #judgeOrder(key: string, { sessionUpdate, toolCallId, title }: UpdateFields): void {
    const isAnnouncement = sessionUpdate === "tool_call";
    const isKnown = this.#calls.has(key);
    if (isAnnouncement && typeof title !== "string") {
      this.#report("C1-TITLE", `of ${show(toolCallId)}`);
    }
    if (isAnnouncement && isKnown) this.#report("C1-ONCE", `${show(toolCallId)} again`);
    if (!isAnnouncement && !isKnown && this.#facts.isWhole) {
      this.#report("C1-ANNOUNCED", `an update of ${show(toolCallId)}`);
    }
    if (!isKnown) this.#calls.set(key, "pending");
  }

  #judgeMembers(sessionId: string, update: UpdateFields): void {
    const { kind, content } = update;
    this.#learn(sessionId, update);
    if (isGiven(kind) && !TOOL_KINDS.has(kind)) this.#report("C1-KIND", show(kind));
    const isList = !isGiven(content) || Array.isArray(content);
    if (!isList || !toBlocks(update).every(isBlock)) this.#report("C1-CONTENT", show(content));
    for (const { type, terminalId } of toBlocks(update)) {
      const isKnown = type !== "terminal" || this.#terminals.has(toKey(sessionId, terminalId));
      if (!isKnown && this.#facts.isWhole) this.#report("C1-TERMINAL", show(terminalId));
    }
  }

  #learn(sessionId: string, { _meta, rawInput, toolCallId }: UpdateFields): void {
    const { terminal_id: id } = toFields(toFields(_meta)[META_KEYS.info]);
    if (id !== undefined) this.#terminals.add(toKey(sessionId, id));
    if (isBackgroundInput(toFields(rawInput))) this.#background.add(toKey(sessionId, toolCallId));
  }

  #judgeStatus(key: string, { status, toolCallId }: UpdateFields): void {
    if (status === undefined || status === null) return;
    if (!STATUSES.has(status)) this.#report("C1-STATUS", show(status));
    if (FINAL.has(this.#calls.get(key)) && !FINAL.has(status)) {
      this.#report("C1-REOPEN", `${show(toolCallId)} is ${show(status)} again`);
    }
    this.#calls.set(key, status);
  }

  #endTurn(sessionId: string): void {
    for (const [key, status] of this.#calls) {
      const [session, toolCallId] = key.split("\n");
      if (session !== sessionId || FINAL.has(status) || this.#background.has(key)) continue;
      this.#report("C1-FINAL", `${toolCallId} is left ${show(status)}`);
      // Said once.
      this.#calls.set(key, "failed");
    }
  }
}

/** Every type of the schema with what it cannot be without. */
function isBlock({ type, content, terminalId, path, newText }: UpdateFields): boolean {
  switch (type) {
    case "content":
      return typeof toFields(content)["type"] === "string";
    case "terminal":
      return typeof terminalId === "string";
    case "diff":
      return typeof path === "string" && typeof newText === "string";
    default:
      return false;
  }
}
