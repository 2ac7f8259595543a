import {
  applyTerminalEvent,
  describeEnding,
  isCleanEnding,
  resolveDirectory,
  SECOND_ENDING_NOTE,
  type Ending,
  type TerminalEvent,
  type TerminalId,
  type TerminalState,
} from "@termwire/terminal";
import { createEarlyOutput } from "./early-output.ts";
import type {
  SessionTerminals,
  ShowEvent,
  TerminalFacts,
  TerminalNews,
} from "./session-terminals.ts";
import type { DisplayDialect } from "./terminal-decoder.ts";

/** Creates the empty record of one session, which works in `cwd` if anybody said so. */
export function createSessionTerminals(
  show: ShowEvent,
  nowMs: () => number,
  cwd: () => string | null = () => null,
): SessionTerminals {
  return new TerminalBook(show, nowMs, cwd);
}

interface Entry {
  readonly dialect: DisplayDialect;
  state: TerminalState;
  toolCallId: string | null;
  background: boolean;
  isInteractive: boolean;
  /** Ended by us, because nobody said how. */
  closed: boolean;
}

class TerminalBook implements SessionTerminals {
  readonly #show: ShowEvent;
  readonly #nowMs: () => number;
  readonly #cwd: () => string | null;
  readonly #entries = new Map<TerminalId, Entry>();
  readonly #early = createEarlyOutput();
  /** Tool call by terminal, also for terminals not announced yet. */
  readonly #calls = new Map<TerminalId, string>();
  /** Terminals by tool call. */
  readonly #embeds = new Map<string, Set<TerminalId>>();
  readonly #refused = new Set<string>();
  #cancelling = false;

  constructor(show: ShowEvent, nowMs: () => number, cwd: () => string | null) {
    this.#show = show;
    this.#nowMs = nowMs;
    this.#cwd = cwd;
  }

  announce(dialect: DisplayDialect, id: TerminalId, facts: TerminalFacts): void {
    const known = this.#entries.get(id);
    if (known !== undefined) {
      this.change(id, withoutNulls(facts));
      return;
    }
    const { command, size } = facts;
    const cwd = this.#locate(facts.cwd);
    const startedAtMs = this.#nowMs();
    const started = { type: "terminal-started", id, command, cwd, size, startedAtMs } as const;
    const state = applyTerminalEvent(undefined, started);
    const toolCallId = this.#calls.get(id) ?? null;
    const isInteractive = false;
    const entry = { dialect, state, toolCallId, background: false, isInteractive, closed: false };
    this.#entries.set(id, entry);
    this.#show({ toolCallId, dialect, isInteractive, event: started });
    for (const event of this.#early.take(id)) this.#pass(entry, event);
  }

  change(id: TerminalId, facts: Partial<TerminalFacts>): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const before = pickFacts(entry.state);
    const { command, cwd: told, size } = { ...before, ...facts };
    const cwd = told === null ? null : this.#locate(told);
    const same =
      command === before.command &&
      cwd === before.cwd &&
      size?.cols === before.size?.cols &&
      size?.rows === before.size?.rows;
    if (!same) this.#pass(entry, { type: "terminal-changed", id, command, cwd, size });
  }

  apply(news: TerminalNews): void {
    const entry = this.#entries.get(news.id);
    if (entry === undefined) this.#early.keep(news);
    else if (news.type === "terminal-ended") this.#end(entry, news);
    else if (news.type === "waiting-changed") this.#wait(entry, news);
    else if (news.type !== "note-added" || !entry.state.notes.includes(news.note)) {
      this.#pass(entry, news);
    }
  }

  note(id: TerminalId, note: string): void {
    this.apply({ type: "note-added", id, note });
  }

  embed(toolCallId: string, id: TerminalId): void {
    const embedded = this.#embeds.get(toolCallId) ?? new Set();
    this.#embeds.set(toolCallId, embedded.add(id));
    if (this.#calls.has(id)) return;
    this.#calls.set(id, toolCallId);
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.toolCallId !== null) return;
    entry.toolCallId = toolCallId;
    this.#pass(entry, { type: "terminal-changed", id, ...pickFacts(entry.state) });
  }

  setInteractive(id: TerminalId, isInteractive: boolean): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.isInteractive === isInteractive) return;
    entry.isInteractive = isInteractive;
    this.#pass(entry, { type: "terminal-changed", id, ...pickFacts(entry.state) });
  }

  setBackground(id: TerminalId, background: boolean): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) entry.background = background;
  }

  read(id: TerminalId): TerminalState | undefined {
    return this.#entries.get(id)?.state;
  }

  findDialect(id: TerminalId): DisplayDialect | undefined {
    return this.#entries.get(id)?.dialect;
  }

  findShownBy(toolCallId: string): TerminalId | undefined {
    for (const id of this.#embeds.get(toolCallId) ?? []) {
      const entry = this.#entries.get(id);
      if (entry !== undefined && (entry.dialect !== "text" || id !== toolCallId)) return id;
    }
    return undefined;
  }

  findCallOf(id: TerminalId): string | null {
    return this.#calls.get(id) ?? null;
  }

  refuse(toolCallId: string): void {
    this.#refused.add(toolCallId);
  }

  startTurn(): void {
    this.#cancelling = false;
  }

  startCancelling(): void {
    this.#cancelling = true;
  }

  isCancelling(): boolean {
    return this.#cancelling;
  }

  endTurn(ending: Ending): void {
    for (const id of this.#close(ending, (entry) => !entry.background)) {
      if (ending.kind === "lost") this.note(id, ending.reason);
    }
    this.#cancelling = false;
  }

  endAll(ending: Ending): void {
    this.#close(ending, () => true);
  }

  #locate(cwd: string | null): string | null {
    const base = this.#cwd();
    return base === null ? cwd : resolveDirectory(base, cwd ?? undefined);
  }

  #close(ending: Ending, isMeant: (entry: Entry) => boolean): readonly TerminalId[] {
    const open = [...this.#entries].filter(([, { state }]) => state.ending === null);
    const meant = open.filter(([, entry]) => isMeant(entry));
    for (const [id, entry] of meant) {
      entry.closed = true;
      const told = this.#withCause(entry, ending);
      this.#pass(entry, { type: "terminal-ended", id, ending: told, durationMs: null });
    }
    return meant.map(([id]) => id);
  }

  #wait(entry: Entry, news: Extract<TerminalNews, { readonly type: "waiting-changed" }>): void {
    const { isWaiting, ending } = entry.state;
    if (ending === null && news.isWaiting !== isWaiting) this.#pass(entry, news);
  }

  #end(entry: Entry, news: Extract<TerminalNews, { readonly type: "terminal-ended" }>): void {
    const { id } = news;
    if (entry.state.ending === null) {
      this.#pass(entry, { ...news, ending: this.#withCause(entry, news.ending) });
    } else if (entry.closed) {
      this.note(id, `ending reported late: ${describeEnding(news.ending)}`);
    } else if (describeExit(news.ending) !== describeExit(entry.state.ending)) {
      this.note(id, SECOND_ENDING_NOTE);
    }
  }

  /** Why it ended, where the traffic around it tells more than its own report. */
  #withCause(entry: Entry, ending: Ending): Ending {
    if (ending.cause !== "exit" || isCleanEnding(ending)) return ending;
    const isRefused = entry.toolCallId !== null && this.#refused.has(entry.toolCallId);
    if (isRefused && ending.kind === "lost") return { ...ending, cause: "denied" };
    // A command that a cancelled turn took with it; one that ended well just then ended by itself.
    return this.#cancelling ? { ...ending, cause: "cancelled" } : ending;
  }

  #pass(entry: Entry, event: TerminalEvent): void {
    entry.state = applyTerminalEvent(entry.state, event);
    const { toolCallId, dialect } = entry;
    const isInteractive = entry.isInteractive && entry.state.ending === null;
    this.#show({ toolCallId, dialect, isInteractive, event });
  }
}

/** How it ended, without the cause. */
function describeExit(ending: Ending): string {
  return describeEnding({ ...ending, cause: "exit" });
}

function pickFacts({ command, cwd, size }: TerminalFacts): TerminalFacts {
  return { command, cwd, size };
}

function withoutNulls({ command, cwd, size }: TerminalFacts): Partial<TerminalFacts> {
  return {
    ...(command !== null && { command }),
    ...(cwd !== null && { cwd }),
    ...(size !== null && { size }),
  };
}
