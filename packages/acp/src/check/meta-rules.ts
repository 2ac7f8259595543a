import { isAbsolutePath } from "@termwire/terminal";
import { META_KEYS } from "../dialects/meta/keys.ts";
import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields } from "../dialects/terminal-end.ts";
import { show, toKey } from "./agent-terminal-rules.ts";
import type { Report } from "./finding.ts";
import type { ConnectionFacts, Rules, SeenMessage } from "./seen-message.ts";

interface Shown {
  announced: boolean;
  exited: boolean;
  background: boolean;
  /** An exit that was not 0, until its call has a status. */
  failed: boolean;
  toolCallId: unknown;
}

/** Judges display terminals in `_meta`. */
export class MetaRules implements Rules {
  readonly #facts: ConnectionFacts;
  readonly #report: Report;
  readonly #terminals = new Map<string, Shown>();

  constructor(facts: ConnectionFacts, report: Report) {
    this.#facts = facts;
    this.#report = report;
  }

  take({ method, isAnswer, sessionId, update }: SeenMessage): void {
    if (this.#facts.version >= 2) return;
    if (method === "session/prompt" && isAnswer) this.#endTurn(sessionId);
    const meta = toFields(update["_meta"]);
    const keys = Object.values(META_KEYS).filter((key) => meta[key] !== undefined);
    if (keys.length > 0) this.#judgeKeys(keys, update);
    for (const key of keys) this.#judgeKey(key, toFields(meta[key]), { sessionId, update });
    this.#judgeStatus(sessionId, update);
  }

  end(): void {
    // A terminal may run on where the recording ends.
  }

  #judgeKeys(keys: readonly string[], { sessionUpdate }: UpdateFields): void {
    const asked = toFields(this.#facts.capabilities["_meta"]);
    const isAsked = asked[META_KEYS.output] === true || asked[META_KEYS.outputDelta] === true;
    if (!isAsked && this.#facts.isWhole) this.#report("M1-CAP", keys.join(", "));
    const outputs = keys.filter((key) => OUTPUTS.has(key));
    if (isAsked && outputs.some((key) => asked[key] !== true)) {
      this.#report("M1-KEY", outputs.join(", "));
    }
    const isLate = keys.some((key) => key !== META_KEYS.info);
    if (isLate && sessionUpdate !== "tool_call_update") {
      this.#report("M1-OUTPUT-UPDATE", `${keys.join(", ")} in ${show(sessionUpdate)}`);
    }
  }

  #judgeKey(
    key: string,
    value: UpdateFields,
    { sessionId, update }: { readonly sessionId: string; readonly update: UpdateFields },
  ): void {
    const { terminal_id: id } = value;
    if (typeof id !== "string" || id === "") this.#report("M1-IDS", `${key} for ${show(id)}`);
    const terminal = this.#find(toKey(sessionId, id), update);
    if (key === META_KEYS.info) this.#announce(terminal, value, update);
    else if (!terminal.announced) this.#report("M1-INFO-FIRST", `${key} for ${show(id)}`);
    if (OUTPUTS.has(key)) this.#output(terminal, value);
    if (key === META_KEYS.exit) this.#exit(terminal, value);
  }

  #announce(terminal: Shown, { cwd, terminal_id: id }: UpdateFields, update: UpdateFields): void {
    if (terminal.announced) this.#report("M1-INFO-ONCE", show(id));
    if (update["sessionUpdate"] !== "tool_call") {
      this.#report("M1-INFO-CALL", show(update["sessionUpdate"]));
    }
    if (typeof cwd !== "string" || !isAbsolutePath(cwd)) this.#report("M1-INFO-CWD", show(cwd));
    terminal.announced = true;
  }

  #output(terminal: Shown, { data, terminal_id: id }: UpdateFields): void {
    if (typeof data !== "string") this.#report("M1-OUTPUT-DATA", show(data));
    if (terminal.exited) this.#report("M1-OUTPUT-LATE", show(id));
  }

  #exit(terminal: Shown, { terminal_id: id, exit_code: code, signal }: UpdateFields): void {
    if (terminal.exited) this.#report("M1-EXIT-ONCE", show(id));
    const isCode = code === null || (Number.isSafeInteger(code) && Number(code) >= 0);
    const isSignal = signal === null || typeof signal === "string";
    if ((code !== undefined && !isCode) || (signal !== undefined && !isSignal)) {
      this.#report("M1-EXIT-CODE", show({ code, signal }));
    }
    terminal.exited = true;
    terminal.failed = typeof signal === "string" || (typeof code === "number" && code !== 0);
  }

  #judgeStatus(sessionId: string, { toolCallId, status, rawInput }: UpdateFields): void {
    const runsOn = toFields(rawInput)["run_in_background"] === true;
    if (status !== "completed" && !runsOn) return;
    for (const [key, terminal] of this.#terminals) {
      if (!key.startsWith(`${sessionId}\n`) || terminal.toolCallId !== toolCallId) continue;
      if (runsOn) terminal.background = true;
      else if (terminal.failed) this.#report("M1-EXIT-FAILED", `${show(toolCallId)} is completed`);
      terminal.failed = false;
    }
  }

  #endTurn(sessionId: string): void {
    for (const [key, terminal] of this.#terminals) {
      const { exited, background, announced } = terminal;
      if (!key.startsWith(`${sessionId}\n`) || exited || background || !announced) continue;
      this.#report("M1-EXIT", show(key.split("\n")[1]));
      // Said once.
      terminal.background = true;
    }
  }

  #find(key: string, { toolCallId }: UpdateFields): Shown {
    const known = this.#terminals.get(key);
    if (known !== undefined) return known;
    const fresh = { announced: false, exited: false, background: false, failed: false, toolCallId };
    this.#terminals.set(key, fresh);
    return fresh;
  }
}

const OUTPUTS: ReadonlySet<string> = new Set([META_KEYS.output, META_KEYS.outputDelta]);
