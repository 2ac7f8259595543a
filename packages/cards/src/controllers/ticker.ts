import type { ReactiveController, ReactiveControllerHost } from "lit";

const TICK_MS = 1000;

/** Draws its host anew every second, as long as that is wanted and the host is on the page. */
export class Ticker implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isWanted: () => boolean;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(host: ReactiveControllerHost, isWanted: () => boolean) {
    this.#host = host;
    this.#isWanted = isWanted;
  }

  hostUpdated(): void {
    const isWanted = this.#isWanted();
    if (isWanted && this.#timer === null) {
      this.#timer = setInterval(() => {
        this.#host.requestUpdate();
      }, TICK_MS);
    } else if (!isWanted) {
      this.#stop();
    }
  }

  hostDisconnected(): void {
    this.#stop();
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
