import { isAbsolutePath } from "@termwire/terminal";
import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import type { Report } from "./finding.ts";
import type { ConnectionFacts, Rules, SeenMessage } from "./seen-message.ts";

interface Created {
  released: boolean;
  shown: boolean;
}

/** Judges an agent that has its client run commands. */
export class AgentTerminalRules implements Rules {
  readonly #facts: ConnectionFacts;
  readonly #report: Report;
  /** By session and id. */
  readonly #created = new Map<string, Created>();

  constructor(facts: ConnectionFacts, report: Report) {
    this.#facts = facts;
    this.#report = report;
  }

  take(message: SeenMessage): void {
    const { direction, method, isAnswer } = message;
    if (method.startsWith("terminal/") && this.#facts.version < 2) {
      if (!isAnswer && direction === "a2c") this.#judge(message);
      if (isAnswer && direction === "c2a") this.#learn(message);
    }
    for (const block of toBlocks(message.update)) this.#show(message.sessionId, block);
  }

  end(): void {
    for (const [key, { released, shown }] of this.#created) {
      const [, id] = key.split("\n");
      if (!released) this.#report("A1-RELEASE", `${id} was never released`);
      if (!shown) this.#report("A1-EMBED", `${id} was shown by no tool call`);
    }
  }

  #judge({ method, params, sessionId }: SeenMessage): void {
    const { capabilities, sessions, isWhole } = this.#facts;
    if (isWhole && capabilities["terminal"] !== true) {
      this.#report("A1-CAP", `${method}, and the client did not say terminal: true`);
    }
    if (isWhole && !sessions.has(sessionId)) {
      this.#report("A1-SESSION", `${method} for session ${show(params["sessionId"])}`);
    }
    if (method === "terminal/create") this.#judgeCreate(params);
    else this.#judgeUse(method, toKey(sessionId, params["terminalId"]), params);
  }

  #judgeCreate({ command, args, env, cwd, outputByteLimit }: UpdateFields): void {
    const isCommand = typeof command === "string" && command !== "";
    if (!isCommand || !isEnvironment(env) || !isList(args, (arg) => typeof arg === "string")) {
      this.#report("A1-CREATE", show({ command, args, env }));
    }
    const isDirectory = typeof cwd === "string" && isAbsolutePath(cwd);
    if (isGiven(cwd) && !isDirectory) this.#report("A1-CREATE-CWD", show(cwd));
    if (isGiven(outputByteLimit) && !isUnsigned(outputByteLimit)) {
      this.#report("A1-CREATE-LIMIT", show(outputByteLimit));
    }
  }

  #judgeUse(method: string, key: string, { terminalId }: UpdateFields): void {
    const known = this.#created.get(key);
    if (known === undefined) this.#report("A1-KNOWN", `${method} for ${show(terminalId)}`);
    else if (known.released) this.#report("A1-RELEASED", `${method} for ${show(terminalId)}`);
    if (known !== undefined && method === "terminal/release") known.released = true;
  }

  #learn({ method, sessionId, result }: SeenMessage): void {
    const id = toText(result?.["terminalId"]);
    if (method !== "terminal/create" || id === null) return;
    this.#created.set(toKey(sessionId, id), { released: false, shown: false });
  }

  #show(sessionId: string, { type, terminalId }: UpdateFields): void {
    const created =
      type === "terminal" ? this.#created.get(toKey(sessionId, terminalId)) : undefined;
    if (created !== undefined) created.shown = true;
  }
}

/** A value as a finding tells it. */
export function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 120) ?? "nothing";
}

/** The blocks of an update's content. */
export function toBlocks({ content }: UpdateFields): readonly UpdateFields[] {
  return Array.isArray(content) ? content.map(toFields) : [];
}

/** A terminal's name that is unique on its connection. */
export function toKey(sessionId: string, terminalId: unknown): string {
  return `${sessionId}\n${String(terminalId)}`;
}

/** Neither absent nor null, which mean the same in version 1. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A whole number from 0 up. */
export function isUnsigned(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isEnvironment(env: unknown): boolean {
  return isList(env, (item) => {
    const { name, value } = toFields(item);
    return typeof name === "string" && typeof value === "string";
  });
}

function isList(value: unknown, isMember: (item: unknown) => boolean): boolean {
  return !isGiven(value) || (Array.isArray(value) && value.every(isMember));
}
