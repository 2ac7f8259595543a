import type { TerminalEvent, TerminalId } from "@termwire/terminal";

/** What has been shown is compared with the next snapshot this far back. */
const COMPARE_BYTES = 1024 * 1024;

/** A part of the output, as a peer shows it now. */
export interface OutputSnapshot {
  readonly bytes: Uint8Array;
  /** How many bytes of the output come before it. */
  readonly omittedBytes: number;
}

/** Turns snapshots back into a stream: what is new is appended, what rolled out of sight unseen is lost. */
export interface SnapshotStream {
  /** The events that bring what was shown up to `snapshot`. */
  apply(snapshot: OutputSnapshot): readonly TerminalEvent[];
}

/** Creates the stream of one terminal. */
export function createSnapshotStream(id: TerminalId): SnapshotStream {
  return new ComparingStream(id);
}

class ComparingStream implements SnapshotStream {
  readonly #id: TerminalId;
  /** Absolute offset after the last byte shown. */
  #shownEnd = 0;
  /** The newest shown bytes. */
  #newest: Uint8Array = new Uint8Array(0);
  /** Absolute offset from which on everything was shown. */
  #wholeFrom = 0;

  constructor(id: TerminalId) {
    this.#id = id;
  }

  apply(snapshot: OutputSnapshot): readonly TerminalEvent[] {
    const { bytes, omittedBytes } = snapshot;
    const overlap = this.#shownEnd - omittedBytes;
    if (overlap < 0) {
      this.#wholeFrom = omittedBytes;
      return this.#show(snapshot, [this.#lost(-overlap), this.#appended(bytes)]);
    }
    const fillsGap = omittedBytes < this.#wholeFrom;
    if (!fillsGap && bytes.length >= overlap && this.#continues(bytes, overlap)) {
      const fresh = bytes.subarray(overlap);
      return this.#show(snapshot, fresh.length > 0 ? [this.#appended(fresh)] : []);
    }
    this.#wholeFrom = omittedBytes;
    return this.#show(snapshot, this.#anew(snapshot));
  }

  #continues(bytes: Uint8Array, overlap: number): boolean {
    const compared = Math.min(overlap, this.#newest.length);
    const shown = this.#newest.subarray(this.#newest.length - compared);
    const again = bytes.subarray(overlap - compared, overlap);
    return shown.every((byte, index) => byte === again[index]);
  }

  #show(
    { bytes, omittedBytes }: OutputSnapshot,
    events: readonly TerminalEvent[],
  ): readonly TerminalEvent[] {
    this.#shownEnd = omittedBytes + bytes.length;
    this.#newest = bytes.slice(Math.max(0, bytes.length - COMPARE_BYTES));
    return events;
  }

  /** Starts over, missing bytes first. */
  #anew({ bytes, omittedBytes }: OutputSnapshot): TerminalEvent[] {
    if (omittedBytes === 0) return [{ type: "output-replaced", id: this.#id, bytes }];
    const nothing = { type: "output-replaced", id: this.#id, bytes: new Uint8Array(0) } as const;
    return [nothing, this.#lost(omittedBytes), this.#appended(bytes)];
  }

  #lost(lostBytes: number): TerminalEvent {
    return { type: "output-lost", id: this.#id, lostBytes };
  }

  #appended(bytes: Uint8Array): TerminalEvent {
    return { type: "output-appended", id: this.#id, bytes };
  }
}
