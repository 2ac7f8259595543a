/** One connection, as far as it is needed here. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

/** What one connection tells. */
export interface SocketListener {
  readonly onOpen: () => void;
  readonly onData: (data: unknown) => void;
  readonly onClose: (code: number) => void;
}

/** What a connection that comes back tells, and how it is made. */
export interface ReconnectingSocketOptions {
  readonly open: (listener: SocketListener) => Socket;
  /** A new connection is there; what was asked over the one before got lost. */
  readonly onOpen: () => void;
  readonly onMessage: (message: unknown) => void;
  /** It went; the next attempt comes in `retryMs`. Called once for each attempt that failed, too. */
  readonly onClose: (facts: { readonly code: number; readonly retryMs: number }) => void;
  /** Calls back after a time, and can be called off. */
  readonly wait: (callback: () => void, delayMs: number) => () => void;
}

/** A connection that is made again whenever it ends. */
export interface ReconnectingSocket {
  /** Sends one message; dropped while there is no connection. */
  send(message: object): void;
  /** Tries at once instead of waiting on. */
  retry(): void;
  /** Ends it for good. */
  close(): void;
}

/** Short enough that a server that was restarted is back before one looks, long enough to cost nothing. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** Connects, and connects again with growing pauses. A message that is not JSON is dropped. */
export function createReconnectingSocket(options: ReconnectingSocketOptions): ReconnectingSocket {
  const socket = new Reconnecting(options);
  socket.retry();
  return socket;
}

class Reconnecting implements ReconnectingSocket {
  readonly #options: ReconnectingSocketOptions;
  #socket: Socket | null = null;
  #isOpen = false;
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | null = null;
  #closed = false;

  constructor(options: ReconnectingSocketOptions) {
    this.#options = options;
  }

  send(message: object): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message));
  }

  retry(): void {
    if (this.#socket !== null || this.#closed) return;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#socket = this.#options.open({
      onOpen: () => {
        this.#isOpen = true;
        this.#retryMs = FIRST_RETRY_MS;
        this.#options.onOpen();
      },
      onData: (data) => {
        const message = parseMessage(data);
        if (message !== undefined) this.#options.onMessage(message);
      },
      onClose: (code) => this.#ended(code),
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#socket?.close();
  }

  #ended(code: number): void {
    this.#socket = null;
    this.#isOpen = false;
    if (this.#closed) return;
    const retryMs = this.#retryMs;
    this.#retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2);
    this.#cancelRetry = this.#options.wait(() => this.retry(), retryMs);
    this.#options.onClose({ code, retryMs });
  }
}

function parseMessage(data: unknown): unknown {
  if (typeof data !== "string") return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
