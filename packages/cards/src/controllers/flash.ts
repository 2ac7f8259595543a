import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Long enough to read a word or see a tick. */
const FLASH_MS = 1600;

/** A value that is shown for a moment and then is null again. */
export class Flash<Value> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #durationMs: number;
  #value: Value | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(host: ReactiveControllerHost, durationMs: number = FLASH_MS) {
    this.#host = host;
    this.#durationMs = durationMs;
    host.addController(this);
  }

  get value(): Value | null {
    return this.#value;
  }

  show(value: Value): void {
    this.#value = value;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.clear();
    }, this.#durationMs);
    this.#host.requestUpdate();
  }

  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#value = null;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.clear();
  }
}
