import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { toFields, toInteger } from "../dialects/terminal-end.ts";

/** One connection of an agent. */
export interface AgentConnection {
  /** Resolves when it has ended. Never rejects. */
  readonly closed: Promise<void>;
  /** Ends it: nothing more is read. */
  close(): void;
}

/** What serves a stream; resolves when the connection has ended. */
export interface VersionedServers {
  readonly serveV1: (stream: Stream) => Promise<void>;
  /** For a client that asks for version 2 or newer. */
  readonly serveV2: (stream: Stream) => Promise<void>;
}

/**
 * Chooses by the client's first message, so that nothing of a version is loaded that nobody asks for. A first message
 * that is no `initialize` is left to version 1 to refuse.
 */
export function connectVersions(stream: Stream, servers: VersionedServers): AgentConnection {
  const input = new ReopenedInput(stream.readable);
  const serve = async (): Promise<void> => {
    const first = await input.first();
    const routed: Stream = { readable: input.readable, writable: stream.writable };
    await (asksForV2(first) ? servers.serveV2(routed) : servers.serveV1(routed));
  };
  const closed = serve().then(
    () => undefined,
    () => input.close(),
  );
  return { closed, close: () => input.close() };
}

function asksForV2(message: AnyMessage | null): boolean {
  const { method, params } = toFields(message);
  const version = toInteger(toFields(params)["protocolVersion"]);
  return method === "initialize" && version !== null && version >= 2;
}

type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<AnyMessage>["read"]>>;

/** A stream whose first message can be looked at before it is read on. */
class ReopenedInput {
  readonly readable: ReadableStream<AnyMessage>;
  readonly #reader: ReadableStreamDefaultReader<AnyMessage>;
  readonly #first: Promise<ReadResult>;
  readonly #stop = new AbortController();

  constructor(source: ReadableStream<AnyMessage>) {
    this.#reader = source.getReader();
    this.#first = this.#reader.read();
    let next: Promise<ReadResult> | null = this.#first;
    const stopped = new Promise<null>((resolve) => {
      this.#stop.signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    this.readable = new ReadableStream<AnyMessage>({
      pull: async (controller) => {
        const result = await Promise.race([next ?? this.#reader.read(), stopped]);
        next = null;
        if (result === null || result.done) controller.close();
        else controller.enqueue(result.value);
      },
      cancel: (reason) => this.#reader.cancel(reason),
    });
  }

  /** Null when the stream ended before. */
  async first(): Promise<AnyMessage | null> {
    const { value } = await this.#first;
    return value ?? null;
  }

  close(): void {
    this.#stop.abort();
    void this.#reader.cancel().catch(() => undefined);
  }
}
