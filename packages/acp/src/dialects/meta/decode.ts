import { isEndingCause, type TerminalId } from "@termwire/terminal";
import { describeCall, toCommand, UNDESCRIBED, type CallDescription } from "../command-line.ts";
import { toDenialNote } from "../denial-note.ts";
import { parseSize } from "../parse-size.ts";
import { parseRawOutput, toExitCode } from "../raw-output.ts";
import { readExtension } from "../read-extension.ts";
import { toReplacedNote } from "../replaced-note.ts";
import type { SessionTerminals } from "../session-terminals.ts";
import { findStream, type SnapshotStream } from "../snapshot-stream.ts";
import { parseTerminalId, type TerminalDecoder, type UpdateFields } from "../terminal-decoder.ts";
import { toFields, toInteger, toTerminalEnding, toText } from "../terminal-end.ts";
import { META_KEYS } from "./keys.ts";

/** Said when one update has the same output under both keys. */
export const OUTPUT_TWICE_NOTE = "output reported twice";
/** Said when the two keys of one update differ: only Zed's is shown. */
export const OUTPUT_DIFFERS_NOTE = "two different outputs reported at once";

/**
 * Reads `_meta` terminals as Zed does: announced by `terminal_info`, output appended and ended by updates, under
 * either output key. What comes before its announcement is kept for it.
 */
export function createMetaDecoder(terminals: SessionTerminals): MetaTerminalDecoder {
  return new MetaDecoder(terminals);
}

/** Also told of output that is shown without being decoded. */
export interface MetaTerminalDecoder extends TerminalDecoder {
  /** So many bytes of output of this terminal were shown. */
  skip(id: TerminalId, length: number): void;
}

interface MetaCall {
  readonly id: TerminalId;
  readonly description: CallDescription;
}

class MetaDecoder implements MetaTerminalDecoder {
  readonly #terminals: SessionTerminals;
  readonly #calls = new Map<string, MetaCall>();
  readonly #streams = new Map<TerminalId, SnapshotStream>();
  readonly #encoder = new TextEncoder();

  constructor(terminals: SessionTerminals) {
    this.#terminals = terminals;
  }

  update(fields: UpdateFields): void {
    const meta = toFields(fields["_meta"]);
    this.#announce(toFields(meta[META_KEYS.info]), fields);
    this.#describe(fields);
    this.#extend(toText(fields["toolCallId"]) ?? "", readExtension(fields));
    this.#output(meta, fields);
    this.#exit(meta, fields);
  }

  skip(id: TerminalId, length: number): void {
    findStream(this.#streams, id).skip(length);
  }

  endTurn(): void {
    // Nothing is held back: every update is shown as it comes.
  }

  #announce(info: UpdateFields, fields: UpdateFields): void {
    const id = parseTerminalId(info["terminal_id"]);
    const toolCallId = toText(fields["toolCallId"]);
    if (id === null || toolCallId === null) return;
    const description = describeCall(UNDESCRIBED, fields);
    this.#terminals.embed(toolCallId, id);
    const cwd = toText(info["cwd"]);
    this.#calls.set(toolCallId, { id, description });
    const hasEnded = (this.#terminals.read(id)?.ending ?? null) !== null;
    this.#terminals.announce("meta", id, { command: toCommand(description), cwd, size: null });
    if (hasEnded || readExtension(fields)["again"] === true) this.#beginAnew(id);
  }

  /** Its agent shows all of its output again, as when a session is loaded that was open. */
  #beginAnew(id: TerminalId): void {
    this.#streams.delete(id);
    if (this.#terminals.read(id)?.outputBytes === 0) return;
    this.#terminals.apply({ type: "output-replaced", id, bytes: new Uint8Array(0) });
  }

  #describe(fields: UpdateFields): void {
    const toolCallId = toText(fields["toolCallId"]) ?? "";
    const call = this.#calls.get(toolCallId);
    if (call === undefined) return;
    const description = describeCall(call.description, fields);
    this.#calls.set(toolCallId, { ...call, description });
    const command = toCommand(description);
    if (command !== null) this.#terminals.change(call.id, { command });
    this.#terminals.setBackground(call.id, description.background);
  }

  /** What our own agents say of a running command. */
  #extend(toolCallId: string, { size, interactive, waiting }: UpdateFields): void {
    const id = this.#calls.get(toolCallId)?.id;
    if (id === undefined) return;
    const parsed = parseSize(size);
    if (parsed !== null) this.#terminals.change(id, { size: parsed });
    if (interactive === true) this.#terminals.setInteractive(id, true);
    if (typeof waiting === "boolean") {
      this.#terminals.apply({ type: "waiting-changed", id, isWaiting: waiting });
    }
  }

  #output(meta: UpdateFields, update: UpdateFields): void {
    const fields = toFields(meta[META_KEYS.output]);
    const delta = toFields(meta[META_KEYS.outputDelta]);
    const id = parseTerminalId(fields["terminal_id"] ?? delta["terminal_id"]);
    if (id === null) return;
    const extension = readExtension(update);
    if (extension["notice"] === true) return;
    const lostBytes = toInteger(extension["lostBytes"]);
    if (lostBytes !== null && lostBytes > 0) {
      this.#terminals.apply({ type: "output-lost", id, lostBytes });
      return;
    }
    const [data, other] = [toText(fields["data"]), toText(delta["data"])];
    if (data !== null && other !== null) {
      this.#terminals.note(id, data === other ? OUTPUT_TWICE_NOTE : OUTPUT_DIFFERS_NOTE);
    }
    const text = data ?? other;
    if (text !== null) this.#append(id, this.#encoder.encode(text));
  }

  #append(id: TerminalId, bytes: Uint8Array): void {
    findStream(this.#streams, id).append(bytes);
    this.#terminals.apply({ type: "output-appended", id, bytes });
  }

  #exit(meta: UpdateFields, fields: UpdateFields): void {
    const exit = toFields(meta[META_KEYS.exit]);
    const id = parseTerminalId(exit["terminal_id"]);
    if (id === null) return;
    const raw = parseRawOutput(fields["rawOutput"]);
    if (raw.replacedCharacters > 0) {
      this.#terminals.note(id, toReplacedNote(raw.replacedCharacters));
    }
    this.#complete(id, raw.output);
    const extension = readExtension(fields);
    const denial = toText(extension["sandboxDenial"]);
    if (denial !== null) this.#terminals.note(id, toDenialNote(denial));
    const durationMs = toDuration(extension["durationMs"]) ?? raw.durationMs;
    const cause = isEndingCause(extension["cause"]) ? extension["cause"] : "exit";
    const end = { exitCode: toExitCode(exit["exit_code"]), signal: toText(exit["signal"]) };
    const ending = toTerminalEnding({ ...end, cause }, raw.reason);
    this.#terminals.apply({ type: "terminal-ended", id, ending, durationMs });
  }

  /** Some agents stream part of the output, or none, and have all of it in the end. */
  #complete(id: TerminalId, output: string | null): void {
    if (output !== null) {
      const whole = this.#encoder.encode(output);
      const missing = findStream(this.#streams, id).complete(whole);
      for (const event of missing) this.#terminals.apply(event);
    }
    this.#streams.delete(id);
  }
}

function toDuration(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
