import type { SpilledOutput } from "@termwire/terminal";
import type { SpillFile } from "./spill-file.ts";
import type { SpillSettings } from "./spilling-log.ts";

/** The file behind one output and what became of it. It knows nothing of the log, which may be gone before it. */
export interface SpillState {
  /** Bytes of the output that are in the file. */
  readonly savedBytes: number;
  readonly hasFile: boolean;
  /** Nothing is written any more. */
  readonly isStopped: boolean;
  /** Makes the file, unless there is one, or was. */
  open(): void;
  /** Goes on writing at the end of the file; without one, or after a stop, does nothing. */
  write(bytes: Uint8Array): void;
  /** So many bytes were printed, and no more will be. */
  end(printedBytes: number): void;
  /** What there is. Absent: after the end, when it is known how much was printed. */
  read(printedBytes?: number): SpilledOutput;
  /** Removes the file, for good. Twice is fine. */
  remove(): void;
}

/** Creates the state of an output that has no file yet. */
export function createSpillState(settings: SpillSettings): SpillState {
  return new FileState(settings);
}

class FileState implements SpillState {
  readonly #settings: SpillSettings;
  #file: SpillFile | null = null;
  #stopReason: string | null = null;
  #printedBytes = 0;

  constructor(settings: SpillSettings) {
    this.#settings = settings;
  }

  get savedBytes(): number {
    return this.#file?.bytes ?? 0;
  }

  get hasFile(): boolean {
    return this.#file !== null;
  }

  get isStopped(): boolean {
    return this.#stopReason !== null;
  }

  open(): void {
    if (this.#file !== null || this.#stopReason !== null) return;
    try {
      this.#file = this.#settings.createFile();
    } catch (error) {
      this.#stop(toReason(error));
    }
  }

  write(bytes: Uint8Array): void {
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

  end(printedBytes: number): void {
    this.#printedBytes = printedBytes;
    this.#file?.close();
  }

  read(printedBytes: number = this.#printedBytes): SpilledOutput {
    const bytes = this.savedBytes;
    const missingBytes = printedBytes - bytes;
    const reason = missingBytes === 0 ? null : this.#stopReason;
    return { path: this.#file?.path ?? null, bytes, missingBytes, reason };
  }

  remove(): void {
    this.#stop("it was removed");
    this.#stopReason = "it was removed";
    this.#file?.remove();
    this.#file = null;
  }

  #stop(reason: string): void {
    this.#stopReason ??= reason;
    this.#file?.close();
  }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
