import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

/** Who sees the messages of a stream on their way. */
export interface StreamObserver {
  /** A message from the peer; true passes it on to the app. The next one waits for the answer. */
  readonly onReceive: (message: AnyMessage) => boolean | Promise<boolean>;
  /** A message to the peer. */
  readonly onSend: (message: AnyMessage) => void;
  /** The peer will send no more: its stream has ended or failed. */
  readonly onEnd?: () => void;
}

/**
 * A stream that shows every message to `observer` before it passes, in wire order: so an answer is never seen
 * before the updates sent ahead of it, and a message the SDK would refuse is still seen. Backpressure is kept. An
 * observer that throws ends the stream.
 */
export function observeStream(stream: Stream, observer: StreamObserver): Stream {
  return {
    readable: observeIncoming(stream.readable, observer),
    writable: observeOutgoing(stream.writable, observer),
  };
}

type Readable = Stream["readable"];
type Writable = Stream["writable"];

function observeIncoming(readable: Readable, { onReceive, onEnd }: StreamObserver): Readable {
  const reader = readable.getReader();
  const readNext = async (): Promise<AnyMessage | null> => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (await onReceive(read.value)) return read.value;
    }
    return null;
  };
  const pull = async (controller: ReadableStreamDefaultController<AnyMessage>): Promise<void> => {
    const message = await readNext().catch(async (error: unknown) => {
      await reader.cancel(error).catch(() => undefined); // which is what failed, when it was not the observer
      onEnd?.();
      throw error;
    });
    if (message !== null) return controller.enqueue(message);
    onEnd?.();
    controller.close();
  };
  const cancel = (reason: unknown): Promise<void> => reader.cancel(reason);
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

function observeOutgoing(writable: Writable, { onSend }: StreamObserver): Writable {
  const writer = writable.getWriter();
  return new WritableStream({
    start: (controller) => {
      // The app is told at once, not by its next message.
      writer.closed.catch((error: unknown) => controller.error(error));
    },
    write: (message) => {
      onSend(message);
      return writer.write(message);
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  });
}
