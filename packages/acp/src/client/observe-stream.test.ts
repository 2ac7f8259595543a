import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { observeStream, type StreamObserver } from "./observe-stream.ts";

const message = (method: string): AnyMessage => ({ jsonrpc: "2.0", method });
const methodOf = (told: AnyMessage): string => ("method" in told ? told.method : "");

/** A stream with both of its far ends in the hands of the test, seen by an observer that notes what it is shown. */
function observe(more: Partial<StreamObserver> = {}) {
  const seen: string[] = [];
  const far = new TransformStream<AnyMessage, AnyMessage>();
  const sent = new TransformStream<AnyMessage, AnyMessage>();
  const base: Stream = { readable: far.readable, writable: sent.writable };
  const stream = observeStream(base, {
    onReceive: (told) => seen.push(`received ${methodOf(told)}`) > 0,
    onSend: (told) => void seen.push(`sent ${methodOf(told)}`),
    onEnd: () => void seen.push("end"),
    ...more,
  });
  return {
    seen,
    peer: { writer: far.writable.getWriter(), reader: sent.readable.getReader() },
    app: { reader: stream.readable.getReader(), writer: stream.writable.getWriter() },
  };
}

/** Settles with what went wrong. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => null, String);

describe("an observed stream", () => {
  it("shows a message of the peer before the app gets it, then the end", async () => {
    const { seen, peer, app } = observe();
    const reading = app.reader.read();
    await peer.writer.write(message("a"));
    expect(await reading).toEqual({ done: false, value: message("a") });
    void peer.writer.close();
    expect((await app.reader.read()).done).toBe(true);
    expect(seen).toEqual(["received a", "end"]);
  });

  it("shows the next message when the answer for the one before has come", async () => {
    const seen: string[] = [];
    let answer = (_passes: boolean): void => undefined;
    const { peer, app } = observe({
      onReceive: (told) => {
        seen.push(methodOf(told));
        return new Promise((resolve) => (answer = resolve));
      },
    });
    const reading = app.reader.read();
    const writing = ["a", "b"].map((method) => peer.writer.write(message(method)));
    await writing[0];
    await expect.poll(() => seen).toEqual(["a"]);
    answer(false);
    await expect.poll(() => seen).toEqual(["a", "b"]);
    answer(true);
    expect((await reading).value).toEqual(message("b"));
  });

  it("takes no message that the app does not ask for", async () => {
    const { seen, peer, app } = observe();
    const writing = peer.writer.write(message("a"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([]);
    await app.reader.read();
    await writing;
    expect(seen).toEqual(["received a"]);
  });

  it("shows what the app sends, in order, and passes on its end", async () => {
    const { seen, peer, app } = observe();
    const writing = ["a", "b"].map((method) => app.writer.write(message(method)));
    for (const method of ["a", "b"]) {
      expect((await peer.reader.read()).value).toEqual(message(method));
    }
    await Promise.all(writing);
    void app.writer.close();
    expect((await peer.reader.read()).done).toBe(true);
    expect(seen).toEqual(["sent a", "sent b"]);
  });

  it("fails for the app as the peer's stream does", async () => {
    const { seen, peer, app } = observe();
    const reading = failureOf(app.reader.read());
    void failureOf(peer.writer.abort(new Error("broken pipe")));
    expect(await reading).toBe("Error: broken pipe");
    expect(seen).toEqual(["end"]);
    void failureOf(peer.reader.cancel(new Error("gone")));
    await expect(app.writer.closed).rejects.toThrow("gone");
  });

  it("lets go of the peer's stream when the app does, and when the observer throws", async () => {
    const { peer, app } = observe();
    await app.reader.cancel(new Error("enough"));
    await expect(peer.writer.write(message("a"))).rejects.toThrow("enough");
    const failing = observe({
      onReceive: () => {
        throw new Error("cannot look");
      },
    });
    void failureOf(failing.peer.writer.write(message("a")));
    await expect(failing.app.reader.read()).rejects.toThrow("cannot look");
    await expect(failing.peer.writer.closed).rejects.toThrow("cannot look");
  });
});
