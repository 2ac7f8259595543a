import { isAbsolutePath } from "@termwire/terminal";
import { META_KEYS } from "../dialects/meta/keys.ts";
import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields } from "../dialects/terminal-end.ts";
import { decodeBase64 } from "../dialects/v2/decode-base64.ts";
import { isGiven, show, toBlocks, toKey } from "./agent-terminal-rules.ts";
import type { Report } from "./finding.ts";
import type { ConnectionFacts, Rules, SeenMessage } from "./seen-message.ts";

interface Owned {
  announced: boolean;
  exited: boolean;
  canCancel: boolean;
}

/** Judges terminals the agent owns, in the draft of version 2. */
export class V2Rules implements Rules {
  readonly #facts: ConnectionFacts;
  readonly #report: Report;
  readonly #terminals = new Map<string, Owned>();

  constructor(facts: ConnectionFacts, report: Report) {
    this.#facts = facts;
    this.#report = report;
  }

  take(message: SeenMessage): void {
    if (this.#facts.version < 2) return;
    const { method, isAnswer, direction, params, sessionId, update } = message;
    if (isAnswer) return;
    const isV1 = direction === "a2c" && V1_METHODS.has(method);
    if (isV1 || update["sessionUpdate"] === "tool_call" || hasMetaKeys(update)) {
      this.#report("D2-V1", isV1 ? method : show(update));
    }
    if (method === "terminal/cancel" && direction === "c2a") this.#judgeCancel(sessionId, params);
    if (method === "session/update") this.#update(sessionId, update);
  }

  end(): void {
    // Work may go on where the recording ends.
  }

  #update(sessionId: string, update: UpdateFields): void {
    const { sessionUpdate, terminalId, data } = update;
    switch (sessionUpdate) {
      case "terminal_update":
        this.#patch(this.#find(toKey(sessionId, terminalId)), update);
        break;
      case "terminal_output_chunk":
        this.#judgeData(data);
        if (this.#find(toKey(sessionId, terminalId)).exited) {
          this.#report("D2-LATE", show(terminalId));
        }
        break;
      case "tool_call_update":
        for (const block of toBlocks(update)) {
          if (block["type"] === "terminal") this.#find(toKey(sessionId, block["terminalId"]));
        }
        break;
      case "state_update":
        this.#judgeState(sessionId, update);
        break;
    }
  }

  #patch(terminal: Owned, update: UpdateFields): void {
    const { cwd, size, output, exitStatus, capabilities } = update;
    terminal.announced = true;
    const isDirectory = typeof cwd === "string" && isAbsolutePath(cwd);
    if (isGiven(cwd) && !isDirectory) this.#report("D2-CWD", show(cwd));
    if (isGiven(size) && !isSize(toFields(size))) this.#report("D2-SIZE", show(size));
    if (isGiven(output)) this.#judgeData(toFields(output)["data"]);
    if (isGiven(exitStatus)) this.#exit(terminal, exitStatus);
    if (capabilities !== undefined) terminal.canCancel = isGiven(toFields(capabilities)["cancel"]);
  }

  #exit(terminal: Owned, exitStatus: unknown): void {
    const { exitCode, signal } = toFields(exitStatus);
    const isCode = !isGiven(exitCode) || Number.isSafeInteger(exitCode);
    const isSignal = !isGiven(signal) || typeof signal === "string";
    const isStatus = typeof exitStatus === "object" && isCode && isSignal;
    if (!isStatus) this.#report("D2-EXIT", show(exitStatus));
    terminal.exited = true;
  }

  #judgeData(data: unknown): void {
    const isBase64 = typeof data === "string" && decodeBase64(data) !== null;
    if (!isBase64) this.#report("D2-BASE64", show(data));
  }

  #judgeCancel(sessionId: string, { terminalId }: UpdateFields): void {
    const terminal = this.#terminals.get(toKey(sessionId, terminalId));
    if (terminal?.canCancel !== true) this.#report("D2-CANCEL", show(terminalId));
  }

  #judgeState(sessionId: string, { state, stopReason, background }: UpdateFields): void {
    const items = Array.isArray(background) ? background.map(toFields) : [];
    const terminals = items.filter(({ type }) => type === "terminal");
    const listed = new Set(terminals.map(({ terminalId }) => toKey(sessionId, terminalId)));
    for (const key of listed) {
      if (this.#terminals.get(key)?.announced !== true) this.#report("D2-BACKGROUND", toId(key));
    }
    if (state !== "idle") return;
    if (typeof stopReason !== "string") this.#report("D2-IDLE", show(stopReason));
    for (const [key, terminal] of this.#terminals) {
      if (key.startsWith(`${sessionId}\n`) && !listed.has(key)) this.#judgeIdle(key, terminal);
    }
  }

  #judgeIdle(key: string, { announced, exited }: Owned): void {
    if (!announced) this.#report("D2-ANNOUNCED", toId(key));
    else if (!exited) this.#report("D2-RUNS", toId(key));
  }

  #find(key: string): Owned {
    const known = this.#terminals.get(key) ?? { announced: false, exited: false, canCancel: false };
    this.#terminals.set(key, known);
    return known;
  }
}

const V1_METHODS: ReadonlySet<string> = new Set([
  "terminal/create",
  "terminal/output",
  "terminal/wait_for_exit",
  "terminal/kill",
  "terminal/release",
]);

function hasMetaKeys({ _meta }: UpdateFields): boolean {
  return Object.values(META_KEYS).some((key) => key in toFields(_meta));
}

function isSize({ cols, rows }: UpdateFields): boolean {
  return isCells(cols) && isCells(rows);
}

function isCells(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function toId(key: string): string {
  return show(key.split("\n")[1]);
}
