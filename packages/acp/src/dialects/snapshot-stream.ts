import {
  createOutputLog,
  type OutputLogWriter,
  type TerminalEvent,
  type TerminalId,
} from "@termwire/terminal";
import { longestOverlap } from "./longest-overlap.ts";

/** What has been shown is compared with the next snapshot this far back. */
const COMPARE_BYTES = 1024 * 1024;
/** Nobody shows a smaller window of an output that does not fit: a shorter snapshot never rolled. */
const MIN_WINDOW_BYTES = 512;
/** A snapshot has rolled when so much of it was shown before; less that looks alike may be a rule or a blank line. */
const MIN_OVERLAP_SHARE = 1 / 4;

/** Said when the newest part of the output has nothing in common with what was shown before. */
export const GAP_NOTE = "output is missing where snapshots do not meet";
/** Said when the first that is shown is not the beginning. */
export const NO_BEGINNING_NOTE = "the beginning of the output is missing";

/** A part of the output, as a peer shows it now. */
export interface OutputSnapshot {
  readonly bytes: Uint8Array;
  /** How many bytes of the output come before it; null when nobody says. */
  readonly omittedBytes: number | null;
  /** It is known to be the newest part, so that it continues what was shown even where they do not meet. */
  readonly isTail?: boolean;
}

type OutputEvent = Extract<
  TerminalEvent,
  { readonly type: "output-appended" | "output-replaced" | "output-lost" | "note-added" }
>;

/** Turns snapshots back into a stream: what is new is appended, what rolled out of sight unseen is lost. */
export interface SnapshotStream {
  /** The events that bring what was shown up to `snapshot`. */
  apply(snapshot: OutputSnapshot): readonly OutputEvent[];
  /** Says that `bytes` were shown at the end by other means. */
  append(bytes: Uint8Array): void;
  /** Says that so many bytes were shown at the end, which nobody can be asked about. */
  skip(length: number): void;
  /**
   * The events that add what is missing, given all of the output: nothing when this is not more than what was
   * shown, for a report that leaves something out must not take it away.
   */
  complete(whole: Uint8Array): readonly OutputEvent[];
  /** Lets go of what was shown. A later snapshot then replaces it. */
  forget(): void;
}

/** Creates the stream of one terminal. */
export function createSnapshotStream(id: TerminalId): SnapshotStream {
  return new ComparingStream(id);
}

/** The stream of a terminal among `streams`; a new one when there is none yet. */
export function findStream(
  streams: Map<TerminalId, SnapshotStream>,
  id: TerminalId,
): SnapshotStream {
  const stream = streams.get(id) ?? createSnapshotStream(id);
  streams.set(id, stream);
  return stream;
}

class ComparingStream implements SnapshotStream {
  readonly #id: TerminalId;
  /** Absolute offset after the last byte shown. */
  #shownEnd = 0;
  /** Absolute offset from which on everything was shown. */
  #wholeFrom = 0;
  /** The newest shown bytes. */
  #newest: OutputLogWriter = createOutputLog(COMPARE_BYTES);

  constructor(id: TerminalId) {
    this.#id = id;
  }

  apply(snapshot: OutputSnapshot): readonly OutputEvent[] {
    const { bytes, omittedBytes } = snapshot;
    return omittedBytes === null
      ? this.#align(bytes, snapshot.isTail === true)
      : this.#place(bytes, omittedBytes);
  }

  append(bytes: Uint8Array): void {
    this.#newest.append(bytes);
    this.#shownEnd += bytes.length;
  }

  skip(length: number): void {
    this.#newest = createOutputLog(COMPARE_BYTES);
    this.#shownEnd += length;
  }

  complete(whole: Uint8Array): readonly OutputEvent[] {
    if (whole.length <= this.#shownEnd) return [];
    return this.#startsWithShown(whole) || endsWith(whole, this.#readNewest())
      ? this.#place(whole, 0)
      : [];
  }

  forget(): void {
    this.#newest = createOutputLog(0);
  }

  /** Where the snapshot stands is known. */
  #place(bytes: Uint8Array, omittedBytes: number): readonly OutputEvent[] {
    const overlap = this.#shownEnd - omittedBytes;
    if (overlap < 0) {
      this.#wholeFrom = omittedBytes;
      return [...this.#lost(-overlap), ...this.#extend(bytes, omittedBytes)];
    }
    const fillsGap = omittedBytes < this.#wholeFrom;
    if (!fillsGap && bytes.length >= overlap && this.#continues(bytes, overlap)) {
      return this.#extend(bytes.subarray(overlap), this.#shownEnd);
    }
    return this.#anew(bytes, omittedBytes);
  }

  /** Where it stands is found out by what it has in common with what was shown. */
  #align(bytes: Uint8Array, isTail: boolean): readonly OutputEvent[] {
    if (!isTail && this.#startsWithShown(bytes)) return this.#place(bytes, 0);
    const overlap = longestOverlap(this.#readNewest(), bytes);
    const hasRolled =
      bytes.length >= MIN_WINDOW_BYTES && overlap >= bytes.length * MIN_OVERLAP_SHARE;
    if (isTail ? overlap > 0 : hasRolled) {
      return this.#extend(bytes.subarray(overlap), this.#shownEnd);
    }
    if (!isTail) return this.#anew(bytes, 0);
    if (bytes.length === 0) return [];
    const note = this.#shownEnd === 0 ? NO_BEGINNING_NOTE : GAP_NOTE;
    this.#wholeFrom = Math.max(1, this.#shownEnd);
    return [{ type: "note-added", id: this.#id, note }, ...this.#extend(bytes, this.#shownEnd)];
  }

  #continues(bytes: Uint8Array, overlap: number): boolean {
    const newest = this.#readNewest();
    if (overlap > 0 && newest.length === 0) return false;
    const compared = Math.min(overlap, newest.length);
    const shown = newest.subarray(newest.length - compared);
    return isEqual(shown, bytes.subarray(overlap - compared, overlap));
  }

  #startsWithShown(bytes: Uint8Array): boolean {
    return (
      this.#wholeFrom === 0 &&
      bytes.length >= this.#shownEnd &&
      this.#continues(bytes, this.#shownEnd)
    );
  }

  #extend(bytes: Uint8Array, from: number): readonly OutputEvent[] {
    this.#shownEnd = from;
    this.append(bytes);
    return bytes.length === 0 ? [] : [{ type: "output-appended", id: this.#id, bytes }];
  }

  /** Starts over, missing bytes first. */
  #anew(bytes: Uint8Array, omittedBytes: number): readonly OutputEvent[] {
    const hidesNothing = omittedBytes === 0;
    const kept = hidesNothing ? bytes : new Uint8Array(0);
    this.#wholeFrom = omittedBytes;
    this.#newest = createOutputLog(COMPARE_BYTES);
    const replaced = { type: "output-replaced", id: this.#id, bytes: kept } as const;
    const extended = this.#extend(bytes, omittedBytes);
    return hidesNothing ? [replaced] : [replaced, ...this.#lost(omittedBytes), ...extended];
  }

  #lost(lostBytes: number): readonly OutputEvent[] {
    return [{ type: "output-lost", id: this.#id, lostBytes }];
  }

  #readNewest(): Uint8Array {
    return this.#newest.read(this.#newest.startOffset).bytes;
  }
}

function endsWith(bytes: Uint8Array, end: Uint8Array): boolean {
  return bytes.length >= end.length && isEqual(bytes.subarray(bytes.length - end.length), end);
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return false;
  }
  return true;
}
