import type { ReactiveController } from "lit";
import { watchInSight } from "../body/in-sight.ts";

/** What changes around a card. */
export interface SurroundingsHost {
  readonly onSight: (isInSight: boolean) => void;
  readonly onTheme: () => void;
  readonly onResize: () => void;
}

/** Watches sight, theme and size of its host while that is on the page. */
export class Surroundings implements ReactiveController {
  readonly #host: HTMLElement;
  readonly #on: SurroundingsHost;
  #stops: (() => void)[] = [];

  constructor(host: HTMLElement, on: SurroundingsHost) {
    this.#host = host;
    this.#on = on;
  }

  hostConnected(): void {
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const onTheme = (): void => {
      this.#on.onTheme();
    };
    theme.addEventListener("change", onTheme);
    let width = 0;
    const size = new ResizeObserver(([entry]) => {
      const before = width;
      width = entry?.contentRect.width ?? 0;
      // Its height changes with every row that comes.
      if (width !== before) this.#on.onResize();
    });
    size.observe(this.#host);
    this.#stops = [
      () => {
        theme.removeEventListener("change", onTheme);
      },
      () => {
        size.disconnect();
      },
      watchInSight(this.#host, this.#on.onSight),
    ];
  }

  hostDisconnected(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#on.onSight(false);
  }
}
