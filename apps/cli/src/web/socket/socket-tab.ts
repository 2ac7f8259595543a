import type { WebSocket } from "ws";
import { CLOSE, type Tab, type WireText } from "../hub/tab.ts";

/** Limits of one connection. */
export interface SocketLimits {
  /** Above it a tab is behind: what fills it waits, if no other tab is faster. */
  readonly behindBytes: number;
  /** What waits for a tab that is slower than others before it is let go; it comes back and is shown the rest. */
  readonly maxWaitingBytes: number;
  /** How long a tab may take nothing at all while something waits for it. */
  readonly stalledMs: number;
}

/** A slow machine's page keeps up within these; the memory of a laptop is large enough for some. */
export const DEFAULT_SOCKET_LIMITS: SocketLimits = {
  behindBytes: 1024 * 1024,
  maxWaitingBytes: 32 * 1024 * 1024,
  stalledMs: 15_000,
};

/** How long a tab may take to say that it has seen the end. */
const CLOSE_MS = 5_000;

/** A tab on a WebSocket. */
export function createSocketTab(socket: WebSocket, limits: SocketLimits): Tab {
  return new SocketTab(socket, limits);
}

class SocketTab implements Tab {
  readonly #socket: WebSocket;
  readonly #limits: SocketLimits;
  readonly #waiting = new Set<() => void>();
  /** What was sent and the system has not taken. */
  #waitingBytes = 0;
  /** Of these, what was kept for it and came at once. */
  #keptBytes = 0;
  #stalled: NodeJS.Timeout | null = null;

  constructor(socket: WebSocket, limits: SocketLimits) {
    this.#socket = socket;
    this.#limits = limits;
    socket.on("close", () => this.#ended());
  }

  get isBehind(): boolean {
    return this.#waitingBytes > this.#limits.behindBytes && this.#isOpen;
  }

  send(text: WireText): void {
    this.#put(text);
    const limit = this.#limits.maxWaitingBytes + this.#keptBytes;
    if (this.#waitingBytes > limit) this.close(CLOSE.tooSlow, "this tab reads too slowly");
  }

  sendKept(texts: Iterable<string>): void {
    const before = this.#waitingBytes;
    for (const text of texts) this.#put(text);
    this.#keptBytes += this.#waitingBytes - before;
  }

  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSE_MS).unref();
    this.#wake();
  }

  untilRead(): Promise<void> {
    if (!this.isBehind) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  #put(text: WireText): void {
    if (!this.#isOpen) return;
    const data = typeof text === "string" ? Buffer.from(text) : text;
    this.#waitingBytes += data.length;
    this.#socket.send(data, { binary: false }, () => this.#taken(data.length));
    this.#stalled ??= setTimeout(() => this.#stall(), this.#limits.stalledMs).unref();
  }

  #taken(bytes: number): void {
    this.#waitingBytes -= bytes;
    if (this.#waitingBytes === 0) {
      this.#keptBytes = 0;
      this.#clearStalled();
    } else {
      this.#stalled?.refresh();
    }
    if (!this.isBehind) this.#wake();
  }

  #stall(): void {
    this.close(CLOSE.tooSlow, "this tab reads nothing");
    this.#socket.terminate();
  }

  #ended(): void {
    this.#clearStalled();
    this.#wake();
  }

  #clearStalled(): void {
    if (this.#stalled !== null) clearTimeout(this.#stalled);
    this.#stalled = null;
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
