import { toEnding, type TerminalId } from "@termwire/terminal";
import type { SessionTerminals } from "../session-terminals.ts";
import { parseTerminalId, type TerminalDecoder, type UpdateFields } from "../terminal-decoder.ts";
import { isFinalStatus, toText, UNKNOWN_STATUS } from "../terminal-end.ts";
import { isKill, readGivenId, readNamedId } from "./background-ids.ts";
import { parseReport, type BackgroundReport } from "./parse-report.ts";

/**
 * Reads calls that only look at a command which an earlier call left running, or end it: they are no command of their
 * own. What they report is shown on the terminal of that command, unless the terminal shows it by itself.
 */
export function createBackgroundDecoder(terminals: SessionTerminals): TerminalDecoder {
  return new BackgroundDecoder(terminals);
}

/** A tool that reports all of an output is known by its beginning; more of it is not kept for that. */
const MAX_REPORTED_CHARACTERS = 256 * 1024;

/** A call about a command in the background. */
interface Look {
  readonly id: TerminalId;
  isKill: boolean;
}

class BackgroundDecoder implements TerminalDecoder {
  readonly #terminals: SessionTerminals;
  readonly #given = new Map<string, TerminalId>();
  readonly #looks = new Map<string, Look>();
  /** What reports have shown of each terminal, for tools that report all of it each time. */
  readonly #reported = new Map<TerminalId, string>();
  readonly #encoder = new TextEncoder();

  constructor(terminals: SessionTerminals) {
    this.#terminals = terminals;
  }

  update(fields: UpdateFields): void {
    const toolCallId = toText(fields["toolCallId"]);
    if (toolCallId === null) return;
    const look = this.#looks.get(toolCallId) ?? this.#startLook(toolCallId, fields);
    if (look === null) this.#learn(toolCallId, fields);
    else this.#look(toolCallId, look, fields);
  }

  endTurn(): void {
    this.#looks.clear();
  }

  #learn(toolCallId: string, fields: UpdateFields): void {
    const given = readGivenId(fields);
    if (given === null) return;
    const id = this.#terminals.findShownBy(toolCallId) ?? parseTerminalId(toolCallId);
    if (id === null || this.#terminals.read(id) === undefined) return;
    this.#given.set(given, id);
    this.#terminals.setBackground(id, true);
  }

  #startLook(toolCallId: string, fields: UpdateFields): Look | null {
    const named = readNamedId(fields);
    if (named === null) return null;
    const id = this.#given.get(named) ?? this.#findTerminal(named);
    if (id === undefined || id === toolCallId) return null;
    const look = { id, isKill: false };
    this.#looks.set(toolCallId, look);
    this.#terminals.embed(toolCallId, id);
    return look;
  }

  /** Some agents name the terminal itself. */
  #findTerminal(named: string): TerminalId | undefined {
    const id = parseTerminalId(named);
    return id !== null && this.#terminals.read(id) !== undefined ? id : undefined;
  }

  #look(toolCallId: string, look: Look, fields: UpdateFields): void {
    look.isKill ||= isKill(fields);
    if (!isFinalStatus(fields["status"])) return;
    this.#looks.delete(toolCallId);
    const { id } = look;
    if (fields["status"] !== "completed" || !this.#isToldByCalls(id)) return;
    const report = parseReport(fields);
    if (!look.isKill) this.#show(id, report);
    if (report.hasEnded || look.isKill) this.#end(id, report, look.isKill);
  }

  /** Version 2 and the client's own terminals show what their commands print by themselves. */
  #isToldByCalls(id: TerminalId): boolean {
    const dialect = this.#terminals.findDialect(id);
    return dialect === "meta" || dialect === "text";
  }

  #show(id: TerminalId, { output }: BackgroundReport): void {
    const before = this.#reported.get(id) ?? "";
    const isAll = before !== "" && output.startsWith(before);
    const reported = isAll ? output : before + output;
    this.#reported.set(id, reported.length > MAX_REPORTED_CHARACTERS ? "" : reported);
    const bytes = this.#encoder.encode(isAll ? output.slice(before.length) : output);
    if (bytes.length > 0) this.#terminals.apply({ type: "output-appended", id, bytes });
  }

  #end(id: TerminalId, { exitCode, wasStopped }: BackgroundReport, isKilled: boolean): void {
    if (this.#terminals.read(id)?.ending !== null) return;
    const cause = isKilled || wasStopped ? "stopped" : "exit";
    const exit =
      exitCode === null
        ? ({ kind: "lost", reason: UNKNOWN_STATUS } as const)
        : ({ kind: "exited", code: exitCode } as const);
    const ending = toEnding(exit, cause);
    this.#terminals.apply({ type: "terminal-ended", id, ending, durationMs: null });
  }
}
