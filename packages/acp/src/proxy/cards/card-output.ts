import { createOutputLog, type OutputLog, type OutputLogWriter } from "@termwire/terminal";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import type { TerminalEncoder } from "../../dialects/terminal-encoder.ts";
import type { CardContext } from "./card-context.ts";

/** What a snapshot is made of; the most a finished card shows. */
const KEPT_BYTES = 1024 * 1024;
/** An encoder that wants more time than this between updates sends snapshots; any other one sends each byte once. */
const STREAM_INTERVAL_MS = 100;
/** A log that keeps nothing looks at the length alone. */
const UNREAD = new Uint8Array(1024 * 1024);
/** For a stream that cannot take anything back: an empty screen, nothing above it. */
const CLEAR_SCREEN = new TextEncoder().encode("\u001b[2J\u001b[3J\u001b[H");

/** The output of one card on its way to the client. */
export interface CardOutput {
  /** What was printed: for a snapshot its newest part, for a stream only the count. */
  readonly log: OutputLog;
  append(bytes: Uint8Array): Promise<void>;
  /** Knows of so many bytes that the client gets by other means. */
  count(length: number): void;
  replace(bytes: Uint8Array): Promise<void>;
  lose(lostBytes: number): Promise<void>;
  /** Sends what was held back. */
  flush(): Promise<void>;
  /** Sends nothing any more that was held back. */
  stop(): void;
  /** Lets go of what is kept. */
  release(): void;
}

/** Creates the output of one card. */
export function createCardOutput(
  encoder: TerminalEncoder<UpdateFields>,
  context: CardContext,
): CardOutput {
  return encoder.intervalMs < STREAM_INTERVAL_MS
    ? new StreamedOutput(encoder, context)
    : new SnapshotOutput(encoder, context);
}

/** Passes on at once: the agent has set the pace, and a client that reads slowly slows the agent down. */
class StreamedOutput implements CardOutput {
  readonly #encoder: TerminalEncoder<UpdateFields>;
  readonly #context: CardContext;
  /** Only counts. */
  log: OutputLogWriter = createOutputLog(0);

  constructor(encoder: TerminalEncoder<UpdateFields>, context: CardContext) {
    this.#encoder = encoder;
    this.#context = context;
  }

  async append(bytes: Uint8Array): Promise<void> {
    const start = this.log.endOffset;
    this.log.append(bytes);
    await this.#send({ bytes, start, lostBytes: 0 });
  }

  count(length: number): void {
    for (let left = length; left > 0; left -= UNREAD.length) {
      this.log.append(UNREAD.subarray(0, left));
    }
  }

  async replace(bytes: Uint8Array): Promise<void> {
    const isShown = this.log.endOffset > 0;
    this.log = createOutputLog(0);
    if (isShown && this.#context.speak.version === 2) {
      // What a reader that lost something gets takes the place of all that was shown, and here nothing is left out.
      this.log.append(bytes);
      await this.#send({ bytes, start: 0, lostBytes: 1 });
      return;
    }
    if (isShown) await this.#send({ bytes: CLEAR_SCREEN, start: 0, lostBytes: 0 });
    await this.append(bytes);
  }

  async lose(lostBytes: number): Promise<void> {
    if (this.#context.speak.version === 2) {
      const start = this.log.endOffset;
      const bytes = new TextEncoder().encode(`\r\n[… ${lostBytes} bytes not shown]\r\n`);
      await this.#send({ bytes, start, lostBytes: 0 });
      return;
    }
    await this.#send({ bytes: new Uint8Array(0), start: this.log.endOffset, lostBytes });
  }

  async flush(): Promise<void> {
    // Nothing is held back.
  }

  stop(): void {
    // Nothing is planned.
  }

  release(): void {
    // Nothing is kept.
  }

  async #send(slice: { bytes: Uint8Array; start: number; lostBytes: number }): Promise<void> {
    const next = slice.start + slice.bytes.length;
    for (const update of await this.#encoder.encodeOutput({ ...slice, next }, this.log)) {
      await this.#context.send(update);
    }
  }
}

/** Sends the whole again, as seldom as the encoder wants. */
class SnapshotOutput implements CardOutput {
  readonly #encoder: TerminalEncoder<UpdateFields>;
  readonly #context: CardContext;
  log: OutputLogWriter = createOutputLog(KEPT_BYTES);
  #offset = 0;
  #nextAtMs = 0;
  #callOff: (() => void) | null = null;
  #stopped = false;

  constructor(encoder: TerminalEncoder<UpdateFields>, context: CardContext) {
    this.#encoder = encoder;
    this.#context = context;
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.log.append(bytes);
    const waitMs = this.#nextAtMs - Date.now();
    if (waitMs <= 0) await this.flush();
    else this.#plan(waitMs);
  }

  count(): void {
    // Snapshots are never told by other means.
  }

  async replace(bytes: Uint8Array): Promise<void> {
    this.log = createOutputLog(KEPT_BYTES);
    this.#offset = 0;
    await this.append(bytes);
  }

  async lose(lostBytes: number): Promise<void> {
    await this.append(new TextEncoder().encode(`\n[… ${lostBytes} bytes not shown]\n`));
  }

  async flush(): Promise<void> {
    this.#rest();
    if (this.#stopped) return;
    const slice = this.log.read(this.#offset);
    this.#offset = slice.next;
    this.#nextAtMs = Date.now() + this.#encoder.intervalMs;
    for (const update of await this.#encoder.encodeOutput(slice, this.log)) {
      await this.#context.send(update);
    }
    const heldBackMs = this.#encoder.heldBackMs();
    if (heldBackMs !== null) this.#plan(Math.max(heldBackMs, this.#encoder.intervalMs));
  }

  stop(): void {
    this.#stopped = true;
    this.#rest();
  }

  release(): void {
    this.stop();
    this.log = createOutputLog(0);
    this.#offset = 0;
  }

  #rest(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #plan(delayMs: number): void {
    this.#callOff ??= this.#context.later(delayMs, () => this.flush());
  }
}
