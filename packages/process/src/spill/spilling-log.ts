import {
  createOutputLog,
  type OutputLogWriter,
  type OutputSlice,
  type OutputSpill,
  type SpilledOutput,
} from "@termwire/terminal";
import type { SpillFile } from "./spill-file.ts";
import { createSpillState, type SpillState } from "./spill-state.ts";

/** What a spill does when it must. */
export interface SpillSettings {
  /**
   * Called when the file is needed, at most once.
   *
   * @throws Error of the operating system.
   */
  readonly createFile: () => SpillFile;
  /** The file never grows beyond it. */
  readonly limitBytes: number;
  /** A disk that takes longer for one block is not written to any more: nobody waits while it does. */
  readonly maxWriteMs: number;
}

/** A log and the file behind it. */
export interface SpillingLog {
  readonly log: OutputLogWriter;
  readonly spill: OutputSpill;
}

/** The file lags behind by less than that. A read from a pipe that is full is as much, and is passed on uncopied. */
const BLOCK_BYTES = 64 * 1024;

/**
 * Creates a log that writes to a file what it will not keep. The log is the buffer, so that there is no other, and the
 * file has the output from its first byte on, in order, up to its own limit. Writing does not wait for the event
 * loop, so that no output is too fast for it. Who holds the spill, to remove the file some day, does not hold the log.
 */
export function createSpillingLog(outputLimitBytes: number, settings: SpillSettings): SpillingLog {
  const state = createSpillState(settings);
  const log = new FileBackedLog(outputLimitBytes, state);
  return { log, spill: createSpill(new WeakRef(log), state) };
}

/** Whoever asks for the whole output has its command, and so its log. */
function createSpill(log: WeakRef<FileBackedLog>, state: SpillState): OutputSpill {
  return { save: () => log.deref()?.save() ?? state.read(), remove: () => state.remove() };
}

class FileBackedLog implements OutputLogWriter {
  readonly #log: OutputLogWriter;
  readonly #state: SpillState;

  constructor(outputLimitBytes: number, state: SpillState) {
    this.#log = createOutputLog(outputLimitBytes);
    this.#state = state;
  }

  get limitBytes(): number {
    return this.#log.limitBytes;
  }

  get startOffset(): number {
    return this.#log.startOffset;
  }

  get endOffset(): number {
    return this.#log.endOffset;
  }

  get ended(): boolean {
    return this.#log.ended;
  }

  read(offset: number, maxBytes?: number): OutputSlice {
    return this.#log.read(offset, maxBytes);
  }

  waitPast(offset: number, signal?: AbortSignal): Promise<boolean> {
    return this.#log.waitPast(offset, signal);
  }

  append(bytes: Uint8Array): void {
    const unsavedBytes = this.#log.endOffset + bytes.length - this.#state.savedBytes;
    if (unsavedBytes > this.#windowBytes && !this.#log.ended) {
      this.#saveHeld();
      this.#state.write(bytes);
    }
    this.#log.append(bytes);
  }

  end(): void {
    if (this.#state.hasFile) this.#saveHeld();
    this.#log.end();
    this.#state.end(this.#log.endOffset);
  }

  save(): SpilledOutput {
    this.#saveHeld();
    if (this.#log.ended) this.#state.end(this.#log.endOffset);
    return this.#state.read(this.#log.endOffset);
  }

  /** So many bytes may be in memory only. */
  get #windowBytes(): number {
    const { isStopped, hasFile } = this.#state;
    if (isStopped) return Infinity;
    return hasFile ? Math.min(BLOCK_BYTES - 1, this.#log.limitBytes) : this.#log.limitBytes;
  }

  /** Everything the log has and the file has not; the window sees to it that the log still has it. */
  #saveHeld(): void {
    this.#state.open();
    while (!this.#state.isStopped && this.#state.savedBytes < this.#log.endOffset) {
      this.#state.write(this.#log.read(this.#state.savedBytes, BLOCK_BYTES).bytes);
    }
  }
}
