import { toEnding, type Ending, type TerminalId } from "@termwire/terminal";
import { readGivenId } from "../background/background-ids.ts";
import { parseReport } from "../background/parse-report.ts";
import {
  describeCall,
  isCommandInput,
  isLookInput,
  toCommand,
  UNDESCRIBED,
  type CallDescription,
} from "../command-line.ts";
import { toDenialNote } from "../denial-note.ts";
import { parseRawOutput, parseToolResponse, type RawOutput } from "../raw-output.ts";
import { toReplacedNote } from "../replaced-note.ts";
import type { SessionTerminals } from "../session-terminals.ts";
import { createSnapshotStream, type SnapshotStream } from "../snapshot-stream.ts";
import { parseTerminalId, type TerminalDecoder, type UpdateFields } from "../terminal-decoder.ts";
import { isFinalStatus, toFields, toTerminalEnding, toText } from "../terminal-end.ts";
import { parseProseEnding } from "./parse-prose.ts";
import { readOutputText } from "./read-content.ts";

/** Said of a call whose agent kept the output elsewhere. */
export const OUTPUT_CUT_NOTE = "the agent shows only part of the output";

/** What the decoder must know of the connection. */
export interface TextPeer {
  /** The name under which the agent introduced itself; empty when it did not. */
  readonly agentName: string;
  /** A call may turn out to show a terminal of its own: it is announced when it shows something else. */
  readonly mayEmbedLater: boolean;
  /** Commands that only read or search, told as calls of that kind, are commands, too. */
  readonly readsLooks: boolean;
}

/** Reads execute calls that show their output as text: snapshots in their content, facts in their raw output. */
export function createTextDecoder(
  terminals: SessionTerminals,
  peer: () => TextPeer,
): TerminalDecoder {
  return new TextCallDecoder(terminals, peer);
}

interface OpenCall {
  readonly id: TerminalId;
  readonly stream: SnapshotStream;
  description: CallDescription;
  /** What it embedded that nobody knows. */
  unknownTerminal: string | null;
  announced: boolean;
  /** Its call was over before it. */
  ranOn: boolean;
  /** All of the output, told apart from the call's result. */
  toolResponse: string | null;
}

class TextCallDecoder implements TerminalDecoder {
  readonly #terminals: SessionTerminals;
  readonly #peer: () => TextPeer;
  readonly #open = new Map<string, OpenCall>();
  readonly #encoder = new TextEncoder();

  constructor(terminals: SessionTerminals, peer: () => TextPeer) {
    this.#terminals = terminals;
    this.#peer = peer;
  }

  update(fields: UpdateFields): void {
    const toolCallId = toText(fields["toolCallId"]);
    if (toolCallId === null) return;
    const shown = this.#terminals.findShownBy(toolCallId);
    if (shown === undefined) this.#read(toolCallId, fields);
    else this.#leaveTo(shown, toolCallId);
  }

  /** Calls that showed nothing yet are still what the turn left open. */
  endTurn(): void {
    for (const [toolCallId, call] of this.#open) {
      if (this.#terminals.findShownBy(toolCallId) === undefined) this.#announce(toolCallId, call);
    }
  }

  #read(toolCallId: string, fields: UpdateFields): void {
    const call = this.#open.get(toolCallId) ?? this.#start(toolCallId, fields);
    if (call === null) return;
    call.description = describeCall(call.description, fields);
    call.toolResponse ??= parseToolResponse(fields["_meta"]);
    call.unknownTerminal = findEmbedded(fields["content"]) ?? call.unknownTerminal;
    const mayLeave = this.#peer().mayEmbedLater || call.unknownTerminal !== null;
    if (!mayLeave) this.#announce(toolCallId, call);
    if (call.announced) this.#describe(call);
    const { status } = fields;
    const raw = parseRawOutput(fields["rawOutput"]);
    const isEnd = isFinalStatus(status) || (call.ranOn && raw.isOurs);
    if (isEnd) this.#end({ toolCallId, call, fields, raw });
    else this.#show(toolCallId, call, { raw, text: this.#contentOf(call, fields, raw) });
  }

  #start(toolCallId: string, fields: UpdateFields): OpenCall | null {
    const id = parseTerminalId(toolCallId);
    const { kind, rawInput } = fields;
    const isLook = this.#peer().readsLooks && isLookInput(kind, rawInput);
    const isCommand = kind === "execute" || (kind === undefined && isCommandInput(rawInput));
    if (id === null || this.#terminals.read(id) !== undefined) return null;
    if (!isCommand && !isLook) return null;
    const call: OpenCall = {
      id,
      stream: createSnapshotStream(id),
      description: UNDESCRIBED,
      unknownTerminal: null,
      announced: false,
      ranOn: false,
      toolResponse: null,
    };
    this.#open.set(toolCallId, call);
    return call;
  }

  #announce(toolCallId: string, call: OpenCall): void {
    if (call.announced) return;
    call.announced = true;
    const { id, description, unknownTerminal } = call;
    this.#terminals.embed(toolCallId, id);
    const { cwd } = description;
    this.#terminals.announce("text", id, { command: toCommand(description), cwd, size: null });
    if (unknownTerminal === null) return;
    this.#terminals.note(id, `shows a terminal nobody made: ${unknownTerminal}`);
  }

  #describe({ id, description }: OpenCall): void {
    const command = toCommand(description);
    const { cwd } = description;
    if (command !== null) this.#terminals.change(id, { command, ...(cwd !== null && { cwd }) });
    this.#terminals.setBackground(id, description.background);
  }

  #contentOf(call: OpenCall, fields: UpdateFields, raw: RawOutput): string | null {
    return readOutputText(fields["content"], call.description, raw.isOurs);
  }

  #show(
    toolCallId: string,
    call: OpenCall,
    { raw, text }: { readonly raw: RawOutput; readonly text: string | null },
  ): void {
    if (text === null) return;
    this.#announce(toolCallId, call);
    const bytes = this.#encoder.encode(raw.endsWithoutNewline ? text.replace(/\n$/, "") : text);
    const omittedBytes = raw.omittedBytes > 0 || raw.isOurs ? raw.omittedBytes : null;
    const events = call.stream.apply({ bytes, omittedBytes, isTail: raw.outputIsTail });
    for (const event of events) this.#terminals.apply(event);
  }

  #end({
    toolCallId,
    call,
    fields,
    raw,
  }: {
    readonly toolCallId: string;
    readonly call: OpenCall;
    readonly fields: UpdateFields;
    readonly raw: RawOutput;
  }): void {
    const { id } = call;
    const prose = this.#proseOf(call, fields, raw);
    this.#announce(toolCallId, call);
    this.#describe(call);
    // What we have told ourselves is what is to be shown, whatever else the call carries.
    const whole = raw.isOurs ? null : (call.toolResponse ?? raw.output);
    if (raw.outputIsElsewhere && whole === null) this.#terminals.note(id, OUTPUT_CUT_NOTE);
    else this.#show(toolCallId, call, { raw, text: whole ?? prose.output });
    if (raw.replacedCharacters > 0) {
      this.#terminals.note(id, toReplacedNote(raw.replacedCharacters));
    }
    if (raw.sandboxDenial !== null) this.#terminals.note(id, toDenialNote(raw.sandboxDenial));
    call.ranOn = raw.runsOn;
    if (!raw.runsOn) this.#open.delete(toolCallId);
    if (runsOn(fields, raw)) {
      this.#terminals.setBackground(id, true);
      return;
    }
    const cause = fields["status"] === "cancelled" ? "cancelled" : raw.cause;
    const ending = toCallEnding({ ...raw, cause, exitCode: raw.exitCode ?? prose.exitCode });
    this.#terminals.apply({ type: "terminal-ended", id, ending, durationMs: raw.durationMs });
  }

  /** The text of the result, and the exit code where this agent words it and no data has it. */
  #proseOf(
    call: OpenCall,
    fields: UpdateFields,
    raw: RawOutput,
  ): { readonly output: string | null; readonly exitCode: number | null } {
    if (call.description.about !== null) {
      return { output: parseReport(fields).output, exitCode: null };
    }
    if (neverRan(raw)) return { output: null, exitCode: null };
    const output = this.#contentOf(call, fields, raw) ?? (raw.isOurs ? null : raw.text);
    const { agentName: agent } = this.#peer();
    const isKnown = raw.exitCode !== null || raw.signal !== null || raw.isOurs;
    const words = raw.text ?? output;
    if (words === null) return { output, exitCode: null };
    const prose = parseProseEnding(words, { agent, status: fields["status"] });
    if (prose === null) return { output, exitCode: null };
    return { output: prose.output, exitCode: isKnown ? null : prose.exitCode };
  }

  /** The call shows a terminal of its own after all. */
  #leaveTo(shown: TerminalId, toolCallId: string): void {
    const call = this.#open.get(toolCallId);
    this.#open.delete(toolCallId);
    if (call === undefined || !call.announced) return;
    const { id } = call;
    const ending = toEnding({ kind: "lost", reason: `shown as terminal ${shown}` }, "exit");
    this.#terminals.apply({ type: "terminal-ended", id, ending, durationMs: null });
  }
}

/** The call is over, the command is not: its end is told later, or later calls name it. */
function runsOn(fields: UpdateFields, raw: RawOutput): boolean {
  return raw.runsOn || (fields["status"] === "completed" && readGivenId(fields) !== null);
}

/** Ours say why a command did not run; others say why there is no better ending. */
function toCallEnding(raw: RawOutput): Ending {
  return raw.isOurs && raw.reason !== null
    ? toEnding({ kind: "lost", reason: raw.reason }, raw.cause)
    : toTerminalEnding(raw, raw.reason);
}

/** What kept ours from running is the reason of the ending, and not output; one that ran counts what it printed. */
function neverRan({ isOurs, reason, outputBytes }: RawOutput): boolean {
  return isOurs && reason !== null && outputBytes === null;
}

function findEmbedded(content: unknown): string | null {
  if (!Array.isArray(content)) return null;
  const block = content.map(toFields).find(({ type }) => type === "terminal");
  return block === undefined ? null : toText(block["terminalId"]);
}
