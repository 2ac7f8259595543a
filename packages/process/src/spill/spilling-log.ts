import {
  createOutputLog,
  type OutputLogWriter,
  type OutputSlice,
  type OutputSpill,
  type SpilledOutput,
} from "@termwire/terminal";
import type { SpillFile } from "./spill-file.ts";

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
 * loop, so that no output is too fast for it.
 */
export function createSpillingLog(outputLimitBytes: number, settings: SpillSettings): SpillingLog {
  const log = new FileBackedLog(outputLimitBytes, settings);
  return { log, spill: { save: () => log.save(), remove: () => log.remove() } };
}

class FileBackedLog implements OutputLogWriter {
  readonly #log: OutputLogWriter;
  readonly #settings: SpillSettings;
  /** So many bytes may be in memory only; Infinity when nothing is written any more. */
  #windowBytes: number;
  #file: SpillFile | null = null;
  #stopReason: string | null = null;

  constructor(outputLimitBytes: number, settings: SpillSettings) {
    this.#log = createOutputLog(outputLimitBytes);
    this.#settings = settings;
    this.#windowBytes = outputLimitBytes;
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
    const unsavedBytes = this.#log.endOffset + bytes.length - this.#savedBytes;
    if (unsavedBytes > this.#windowBytes && !this.#log.ended) {
      this.#saveHeld();
      this.#write(bytes);
    }
    this.#log.append(bytes);
  }

  end(): void {
    if (this.#file !== null) this.#saveHeld();
    this.#file?.close();
    this.#log.end();
  }

  save(): SpilledOutput {
    this.#saveHeld();
    if (this.#log.ended) this.#file?.close();
    const bytes = this.#savedBytes;
    const missingBytes = this.#log.endOffset - bytes;
    const reason = missingBytes === 0 ? null : this.#stopReason;
    return { path: this.#file?.path ?? null, bytes, missingBytes, reason };
  }

  remove(): void {
    this.#stop("it was removed");
    this.#stopReason = "it was removed";
    this.#file?.remove();
    this.#file = null;
  }

  get #savedBytes(): number {
    return this.#file?.bytes ?? 0;
  }

  /** Everything the log has and the file has not; the window sees to it that the log still has it. */
  #saveHeld(): void {
    this.#open();
    while (this.#stopReason === null && this.#savedBytes < this.#log.endOffset) {
      this.#write(this.#log.read(this.#savedBytes, BLOCK_BYTES).bytes);
    }
  }

  #open(): void {
    if (this.#file !== null || this.#stopReason !== null) return;
    try {
      this.#file = this.#settings.createFile();
      this.#windowBytes = Math.min(BLOCK_BYTES - 1, this.#log.limitBytes);
    } catch (error) {
      this.#stop(toReason(error));
    }
  }

  #write(bytes: Uint8Array): void {
    if (this.#file === null || this.#stopReason !== null) return;
    const { limitBytes, maxWriteMs } = this.#settings;
    const fitting = bytes.subarray(0, limitBytes - this.#file.bytes);
    const startedAt = performance.now();
    try {
      this.#file.write(fitting);
    } catch (error) {
      return this.#stop(toReason(error));
    }
    if (fitting.length < bytes.length) this.#stop(`its limit of ${limitBytes} bytes`);
    else if (performance.now() - startedAt > maxWriteMs) this.#stop("the disk is too slow");
  }

  #stop(reason: string): void {
    this.#stopReason ??= reason;
    this.#windowBytes = Infinity;
    this.#file?.close();
  }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
