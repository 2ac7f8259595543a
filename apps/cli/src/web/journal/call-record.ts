import { toFields, type Fields } from "../hub/message.ts";
import { createOutputRun, type OutputRun } from "./output-run.ts";
import {
  readOutputPart,
  tellsOfTerminal,
  toOutputUpdate,
  type OutputPart,
} from "./terminal-output.ts";

/** What is kept of the output of one call: more than a person scrolls through. */
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
/** Left out at once when it is more, so that a flood is not cut at every step. */
const CUT_BYTES = 1024 * 1024;
/** More than a call has; one that goes on and on between its output keeps its newest. */
const MAX_PARTS = 2_000;
/** What an update costs beside its output: a guess, on the safe side. */
const UPDATE_BYTES = 1_024;

type Part = { readonly atMs: number } & (
  | { readonly kind: "update"; readonly update: Fields; readonly sizeBytes: number }
  | { readonly kind: "output"; readonly terminalId: string; readonly run: OutputRun }
  | { readonly kind: "gap"; readonly terminalId: string; readonly lostBytes: number }
);

/** An update, and when it was told. */
export interface TimedUpdate {
  readonly update: Fields;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** Everything told of one tool call. */
export interface CallRecord {
  readonly sizeBytes: number;
  /** @param textBytes how long its message is. */
  add(told: TimedUpdate, textBytes: number): void;
  /** The updates that tell it again: output in as few as there can be, and how much of it is missing. */
  read(): Iterable<TimedUpdate>;
}

/** Creates the record of the call with this id. */
export function createCallRecord(toolCallId: string, limitBytes?: number): CallRecord {
  return new RecordedCall(toolCallId, limitBytes ?? MAX_OUTPUT_BYTES);
}

class RecordedCall implements CallRecord {
  readonly #toolCallId: string;
  readonly #limitBytes: number;
  #parts: Part[] = [];
  #outputBytes = 0;
  #updateBytes = 0;

  constructor(toolCallId: string, limitBytes: number) {
    this.#toolCallId = toolCallId;
    this.#limitBytes = limitBytes;
  }

  get sizeBytes(): number {
    return this.#outputBytes + this.#updateBytes;
  }

  add(told: TimedUpdate, textBytes: number): void {
    const { update, atMs } = told;
    const output = readOutputPart(update);
    if (output === null) this.#addUpdate(told, textBytes + UPDATE_BYTES);
    else if (output.kind === "gap") this.#parts.push({ ...output, atMs });
    else this.#addOutput(output, atMs);
    if (this.#parts.length > MAX_PARTS) this.#shorten();
  }

  *read(): Iterable<TimedUpdate> {
    for (const part of this.#parts) {
      const { atMs } = part;
      if (part.kind === "update") yield part;
      else if (part.kind === "gap") yield { update: toOutputUpdate(this.#toolCallId, part), atMs };
      else {
        const output = { ...part, text: part.run.read() };
        yield { update: toOutputUpdate(this.#toolCallId, output), atMs };
      }
    }
  }

  /** What is joined was told when its first part was: a call begins there. */
  #addUpdate({ update, atMs }: TimedUpdate, sizeBytes: number): void {
    const last = this.#parts.at(-1);
    const joins = last?.kind === "update" && !tellsOfTerminal(update);
    if (joins && !tellsOfTerminal(last.update)) {
      this.#parts.pop();
      this.#updateBytes -= last.sizeBytes;
      const joined = joinUpdates(last.update, update);
      this.#push({ update: joined, atMs: last.atMs }, Math.max(last.sizeBytes, sizeBytes));
    } else {
      this.#push({ update, atMs }, sizeBytes);
    }
  }

  #push({ update, atMs }: TimedUpdate, sizeBytes: number): void {
    this.#parts.push({ kind: "update", update, atMs, sizeBytes });
    this.#updateBytes += sizeBytes;
  }

  #addOutput({ terminalId, text }: Extract<OutputPart, { kind: "output" }>, atMs: number): void {
    const last = this.#parts.at(-1);
    const isMore = last?.kind === "output" && last.terminalId === terminalId;
    const run = isMore ? last.run : createOutputRun();
    if (!isMore) this.#parts.push({ kind: "output", atMs, terminalId, run });
    const before = run.sizeBytes;
    run.append(text);
    this.#outputBytes += run.sizeBytes - before;
    const excess = this.#outputBytes - this.#limitBytes;
    if (excess > 0) this.#cut(Math.min(excess + CUT_BYTES, this.#outputBytes - 1));
  }

  /** Leaves out the oldest output, and says so where it began. */
  #cut(bytes: number): void {
    let left = bytes;
    this.#parts = this.#parts.flatMap((part): Part[] => {
      if (part.kind !== "output" || left <= 0) return [part];
      const lostBytes = part.run.dropFirst(left);
      left -= lostBytes;
      this.#outputBytes -= lostBytes;
      const { terminalId, atMs } = part;
      const gap: Part = { kind: "gap", atMs, terminalId, lostBytes };
      return part.run.sizeBytes === 0 ? [gap] : [gap, part];
    });
    this.#parts = joinGaps(this.#parts);
  }

  /** The first half of its parts becomes what they amount to. */
  #shorten(): void {
    const half = this.#parts.splice(0, MAX_PARTS / 2);
    const updates = half.flatMap((part) => (part.kind === "update" ? [part] : []));
    const [first, ...others] = updates;
    const gaps = half.flatMap((part): Part[] => {
      if (part.kind !== "output") return part.kind === "gap" ? [part] : [];
      this.#outputBytes -= part.run.sizeBytes;
      const { terminalId, atMs, run } = part;
      return [{ kind: "gap", atMs, terminalId, lostBytes: run.sizeBytes }];
    });
    const joined =
      first === undefined
        ? []
        : [
            {
              ...first,
              update: others.reduce((all, { update }) => joinUpdates(all, update), first.update),
            },
          ];
    this.#updateBytes -= others.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    this.#parts = [...joined, ...joinGaps(gaps), ...this.#parts];
  }
}

/** Updates are patches: what a later one names wins. The first stays what it is, an announcement or a change. */
function joinUpdates(first: Fields, later: Fields): Fields {
  const { sessionUpdate, _meta } = first;
  const isMeta = _meta !== undefined || later["_meta"] !== undefined;
  const meta = { ...toFields(_meta), ...toFields(later["_meta"]) };
  return { ...first, ...later, sessionUpdate, ...(isMeta && { _meta: meta }) };
}

/** Gaps of one terminal that follow each other are one. */
function joinGaps(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isSame =
      last?.kind === "gap" && part.kind === "gap" && last.terminalId === part.terminalId;
    if (isSame) joined[joined.length - 1] = { ...part, lostBytes: last.lostBytes + part.lostBytes };
    else joined.push(part);
  }
  return joined;
}
