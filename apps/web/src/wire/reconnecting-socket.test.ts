import { describe, expect, it } from "vitest";
import {
  createReconnectingSocket,
  type Socket,
  type SocketListener,
} from "./reconnecting-socket.ts";

class TestSocket implements Socket {
  readonly sent: string[] = [];
  readonly listener: SocketListener;
  closed = false;

  constructor(listener: SocketListener) {
    this.listener = listener;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
    this.listener.onClose(1000);
  }
}

function connect() {
  const sockets: TestSocket[] = [];
  const events: unknown[] = [];
  const waiting: { callback: () => void; delayMs: number }[] = [];
  const connection = createReconnectingSocket({
    open: (listener) => {
      const socket = new TestSocket(listener);
      sockets.push(socket);
      return socket;
    },
    onOpen: () => events.push("open"),
    onMessage: (message) => events.push(message),
    onClose: (facts) => events.push(facts),
    wait: (callback, delayMs) => {
      const timer = { callback, delayMs };
      waiting.push(timer);
      return () => void waiting.splice(waiting.indexOf(timer), 1);
    },
  });
  const pass = () => waiting.splice(0, 1)[0]?.callback();
  return { connection, sockets, events, waiting, pass };
}

describe("a connection that comes back", () => {
  it("sends only while it is open", () => {
    const { connection, sockets } = connect();
    connection.send({ a: 1 });
    sockets[0]?.listener.onOpen();
    connection.send({ b: 2 });
    expect(sockets[0]?.sent).toEqual(['{"b":2}']);
  });

  it("passes on messages and drops what is not JSON text", () => {
    const { sockets, events } = connect();
    for (const data of ["{", new Uint8Array(3), '{"a":1}', ""]) sockets[0]?.listener.onData(data);
    expect(events).toEqual([{ a: 1 }]);
  });

  it("tries again with pauses that double up to five seconds", () => {
    const { sockets, waiting, pass } = connect();
    const pauses: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      sockets.at(-1)?.listener.onClose(1006);
      pauses.push(waiting[0]?.delayMs);
      pass();
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect(sockets).toHaveLength(8);
  });

  it("starts over with the shortest pause once it was open", () => {
    const { sockets, events, pass } = connect();
    sockets[0]?.listener.onClose(1006);
    pass();
    sockets[1]?.listener.onOpen();
    sockets[1]?.listener.onClose(4001);
    expect(events).toEqual([{ code: 1006, retryMs: 250 }, "open", { code: 4001, retryMs: 250 }]);
  });

  it("tries at once when told to, and not twice", () => {
    const { connection, sockets, waiting } = connect();
    sockets[0]?.listener.onClose(1006);
    connection.retry();
    connection.retry();
    expect(sockets).toHaveLength(2);
    expect(waiting).toEqual([]);
  });

  it("stays closed when it is closed", () => {
    const { connection, sockets, events, waiting } = connect();
    sockets[0]?.listener.onOpen();
    connection.close();
    connection.retry();
    expect(sockets[0]?.closed).toBe(true);
    expect(events).toEqual(["open"]);
    expect([sockets.length, waiting.length]).toEqual([1, 0]);
  });
});
