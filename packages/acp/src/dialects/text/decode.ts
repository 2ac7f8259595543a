import type { Ending, TerminalId } from "@termwire/terminal";
import { toCommand } from "../command-line.ts";
import { toReplacedNote } from "../replaced-note.ts";
import {
  parseTerminalId,
  type EmitTerminalEvent,
  type TerminalDecoder,
  type UpdateFields,
} from "../terminal-decoder.ts";
import { parseRawOutput, toFields, toTerminalEnding, toText } from "../terminal-end.ts";
import { parseFencedBlock } from "./fence.ts";
import { createSnapshotStream, type SnapshotStream } from "./snapshot-stream.ts";

/** Reads execute calls that show their output as text: snapshots in a fence, facts in the raw output. */
export function createTextDecoder(emit: EmitTerminalEvent, nowMs: () => number): TerminalDecoder {
  return new TextCallDecoder(emit, nowMs);
}

interface OpenCall {
  readonly id: TerminalId;
  readonly stream: SnapshotStream;
  readonly startedAtMs: number;
}

class TextCallDecoder implements TerminalDecoder {
  readonly #emit: EmitTerminalEvent;
  readonly #nowMs: () => number;
  readonly #open = new Map<string, OpenCall>();
  readonly #encoder = new TextEncoder();

  constructor(emit: EmitTerminalEvent, nowMs: () => number) {
    this.#emit = emit;
    this.#nowMs = nowMs;
  }

  startCall(fields: UpdateFields): boolean {
    const toolCallId = toText(fields["toolCallId"]);
    const id = parseTerminalId(toolCallId);
    if (toolCallId === null || id === null || fields["kind"] !== "execute") return false;
    const startedAtMs = this.#nowMs();
    this.#open.set(toolCallId, { id, stream: createSnapshotStream(id), startedAtMs });
    const cwd = toText(toFields(fields["rawInput"])["cwd"]);
    const command = toCommand(fields);
    this.#emit(toolCallId, { type: "terminal-started", id, command, cwd, size: null, startedAtMs });
    this.updateCall(fields);
    return true;
  }

  updateCall(fields: UpdateFields): void {
    const toolCallId = toText(fields["toolCallId"]) ?? "";
    const call = this.#open.get(toolCallId);
    if (call === undefined) return;
    const final = fields["status"] === "completed" || fields["status"] === "failed";
    this.#output(toolCallId, call, fields);
    if (final) this.#end(toolCallId, call, fields);
  }

  closeOpen(ending: Ending): void {
    for (const [toolCallId, { id }] of this.#open) {
      this.#emit(toolCallId, { type: "terminal-ended", id, ending, durationMs: null });
    }
    this.#open.clear();
  }

  #output(toolCallId: string, call: OpenCall, fields: UpdateFields): void {
    const body = toOutputText(fields["content"]);
    if (body === null) return;
    const facts = parseRawOutput(fields["rawOutput"]);
    const text = facts.endsWithoutNewline ? body.replace(/\n$/, "") : body;
    const snapshot = { bytes: this.#encoder.encode(text), omittedBytes: facts.omittedBytes };
    for (const event of call.stream.apply(snapshot)) this.#emit(toolCallId, event);
  }

  #end(toolCallId: string, { id }: OpenCall, fields: UpdateFields): void {
    const rawOutput = toFields(fields["rawOutput"]);
    const facts = parseRawOutput(rawOutput);
    if (facts.replacedCharacters > 0) {
      const note = toReplacedNote(facts.replacedCharacters);
      this.#emit(toolCallId, { type: "note-added", id, note });
    }
    const ending = toTerminalEnding(facts, toText(rawOutput["error"]));
    this.#emit(toolCallId, { type: "terminal-ended", id, ending, durationMs: facts.durationMs });
    this.#open.delete(toolCallId);
  }
}

/** The body of the first fence in the content's text blocks; null when there is none. */
function toOutputText(content: unknown): string | null {
  if (!Array.isArray(content)) return null;
  for (const block of content) {
    const text = toText(toFields(toFields(block)["content"])["text"]);
    const fenced = text === null ? null : parseFencedBlock(text);
    if (fenced !== null) return fenced.body;
  }
  return null;
}
