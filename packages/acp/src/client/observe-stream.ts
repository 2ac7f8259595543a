import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

/** Who sees the messages of a stream on their way. */
export interface StreamObserver {
  /** A message from the peer; true passes it on to the app. The next one waits for the answer. */
  readonly onReceive: (message: AnyMessage) => boolean | Promise<boolean>;
  /** A message to the peer. */
  readonly onSend: (message: AnyMessage) => void;
  /** The peer will send no more. */
  readonly onEnd?: () => void;
}

/**
 * A stream that shows every message to `observer` before it passes, in wire order: so an answer is never seen
 * before the updates sent ahead of it, and a message the SDK would refuse is still seen. Backpressure is kept.
 */
export function observeStream(stream: Stream, observer: StreamObserver): Stream {
  const incoming = new TransformStream<AnyMessage, AnyMessage>({
    async transform(message, controller) {
      if (await observer.onReceive(message)) controller.enqueue(message);
    },
    flush: () => observer.onEnd?.(),
  });
  const outgoing = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      observer.onSend(message);
      controller.enqueue(message);
    },
  });
  // An end of the peer's stream reaches the app as its own stream's end.
  void outgoing.readable.pipeTo(stream.writable).catch(() => undefined);
  return { readable: stream.readable.pipeThrough(incoming), writable: outgoing.writable };
}
