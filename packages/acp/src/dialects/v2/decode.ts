import type { TerminalId } from "@termwire/terminal";
import { isAbsolutePath, isEndingCause } from "@termwire/terminal";
import { describeCall, UNDESCRIBED } from "../command-line.ts";
import { toDenialNote } from "../denial-note.ts";
import { EXTENSION_KEY } from "../meta/keys.ts";
import { parseSize } from "../parse-size.ts";
import { readExtension } from "../read-extension.ts";
import type { SessionTerminals, TerminalFacts } from "../session-terminals.ts";
import { findStream, type SnapshotStream } from "../snapshot-stream.ts";
import { parseTerminalId, type TerminalDecoder, type UpdateFields } from "../terminal-decoder.ts";
import { toCount, toFields, toInteger, toTerminalEnding, toText } from "../terminal-end.ts";
import { decodeBase64 } from "./decode-base64.ts";

/** Said of output that cannot be decoded. */
export const NOT_BASE64_NOTE = "output that is not base64 was left out";
/** Said when an exit status is taken back: the first ending stays. */
export const ENDING_CLEARED_NOTE = "ending taken back";
/** Said of a directory that is not absolute, as it must be. */
export const RELATIVE_CWD_NOTE = "working directory is not absolute";

/** Reads terminals owned by the agent: each is patched by its own updates, its bytes come as chunks. */
export function createV2Decoder(terminals: SessionTerminals): TerminalDecoder {
  return new V2Decoder(terminals);
}

class V2Decoder implements TerminalDecoder {
  readonly #terminals: SessionTerminals;
  readonly #streams = new Map<TerminalId, SnapshotStream>();

  constructor(terminals: SessionTerminals) {
    this.#terminals = terminals;
  }

  update(fields: UpdateFields): void {
    const id = parseTerminalId(fields["terminalId"]);
    switch (fields["sessionUpdate"]) {
      case "terminal_update":
        if (id !== null) this.#patch(id, fields);
        break;
      case "terminal_output_chunk":
        if (id !== null) this.#append(id, fields["data"]);
        break;
      case "tool_call_update":
        this.#describe(fields);
        break;
      case "state_update":
        this.#listBackground(fields["background"]);
        break;
    }
  }

  endTurn(): void {
    // Nothing is held back: every update is shown as it comes.
  }

  #patch(id: TerminalId, fields: UpdateFields): void {
    const facts = toFacts(fields);
    findStream(this.#streams, id);
    if (this.#terminals.read(id) === undefined) {
      this.#terminals.announce("v2", id, { command: null, cwd: null, size: null, ...facts });
    } else {
      this.#terminals.change(id, facts);
    }
    const cwd = toText(fields["cwd"]);
    if (cwd !== null && !isAbsolutePath(cwd)) this.#terminals.note(id, RELATIVE_CWD_NOTE);
    this.#extend(id, fields);
    this.#replace(id, fields);
    this.#exit(id, fields);
  }

  /** Members of `_meta` are replaced whole: what is not in ours any more is not so. */
  #extend(id: TerminalId, fields: UpdateFields): void {
    if (toFields(fields["_meta"])[EXTENSION_KEY] === undefined) return;
    const { interactive, waiting } = readExtension(fields);
    this.#terminals.setInteractive(id, interactive === true);
    this.#terminals.apply({ type: "waiting-changed", id, isWaiting: waiting === true });
  }

  #replace(id: TerminalId, fields: UpdateFields): void {
    const { output } = fields;
    if (output === undefined) return;
    const bytes = output === null ? new Uint8Array(0) : this.#decode(id, toFields(output)["data"]);
    if (bytes === null) return;
    const omittedBytes = toCount(readExtension(fields)["omittedBytes"]) ?? 0;
    const events = findStream(this.#streams, id).apply({ bytes, omittedBytes });
    for (const event of events) this.#terminals.apply(event);
  }

  #append(id: TerminalId, data: unknown): void {
    const bytes = this.#decode(id, data);
    if (bytes === null || bytes.length === 0) return;
    findStream(this.#streams, id).append(bytes);
    this.#terminals.apply({ type: "output-appended", id, bytes });
  }

  #exit(id: TerminalId, fields: UpdateFields): void {
    const { exitStatus } = fields;
    if (exitStatus === null && this.#terminals.read(id)?.ending !== null) {
      this.#terminals.note(id, ENDING_CLEARED_NOTE);
    }
    if (typeof exitStatus !== "object" || exitStatus === null) return;
    const { exitCode, signal } = toFields(exitStatus);
    const extension = readExtension(fields);
    const cause = isEndingCause(extension["cause"]) ? extension["cause"] : "exit";
    const durationMs = toCount(extension["durationMs"]);
    const denial = toText(extension["sandboxDenial"]);
    if (denial !== null) this.#terminals.note(id, toDenialNote(denial));
    const end = { exitCode: toInteger(exitCode), signal: toText(signal) };
    const ending = toTerminalEnding({ ...end, cause }, toText(extension["reason"]));
    this.#terminals.apply({ type: "terminal-ended", id, ending, durationMs });
    findStream(this.#streams, id).forget();
  }

  /** A terminal that was never told its command has the one of the call that shows it. */
  #describe(fields: UpdateFields): void {
    const { input } = describeCall(UNDESCRIBED, fields);
    const id = this.#terminals.findShownBy(toText(fields["toolCallId"]) ?? "");
    if (input === null || id === undefined) return;
    if (this.#terminals.read(id)?.command === null) this.#terminals.change(id, { command: input });
  }

  /** The list is complete: what is not in it does not run on. Absent, nothing is said. */
  #listBackground(background: unknown): void {
    if (!Array.isArray(background)) return;
    const listed = new Set(background.map((item) => parseTerminalId(toFields(item)["terminalId"])));
    for (const id of this.#streams.keys()) this.#terminals.setBackground(id, listed.has(id));
    for (const id of listed) if (id !== null) this.#terminals.setBackground(id, true);
  }

  #decode(id: TerminalId, data: unknown): Uint8Array | null {
    const bytes = typeof data === "string" ? decodeBase64(data) : null;
    if (bytes === null) this.#terminals.note(id, NOT_BASE64_NOTE);
    return bytes;
  }
}

/** What a patch says: absent and malformed members are left alone, null is taken back. */
function toFacts(fields: UpdateFields): Partial<TerminalFacts> {
  const { command, cwd, size } = fields;
  const parsed = parseSize(size);
  return {
    ...((command === null || typeof command === "string") && { command }),
    ...((cwd === null || typeof cwd === "string") && { cwd }),
    ...((size === null || parsed !== null) && { size: parsed }),
  };
}
