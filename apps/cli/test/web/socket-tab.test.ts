import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { createSocketTab, type SocketLimits } from "../../src/web/socket/socket-tab.ts";

/** A tab on the one end and a page on the other, over a real connection. */
async function connectTab(limits: SocketLimits) {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const page = new WebSocket(`ws://127.0.0.1:${port}`);
  const [socket] = (await once(sockets, "connection")) as [WebSocket]; // what the server emits
  await once(page, "open");
  onTestFinished(() => {
    page.terminate();
    socket.terminate();
    server.close();
  });
  const closed = once(page, "close").then(([code]) => Number(code));
  return { tab: createSocketTab(socket, limits), page, closed };
}

const LIMITS = { behindBytes: 100_000, maxWaitingBytes: 10_000_000, stalledMs: 60_000 };
const MEGABYTE = "x".repeat(1_000_000);

describe("a tab on a WebSocket", () => {
  it("gets its messages in order", async () => {
    const { tab, page } = await connectTab(LIMITS);
    const got: string[] = [];
    page.on("message", (data: Buffer) => got.push(data.toString()));
    tab.send("one");
    tab.sendKept(["two", "three"]);
    tab.send("four");
    tab.close(4001, "");
    await once(page, "close");
    expect(got).toEqual(["one", "two", "three", "four"]);
  });

  it("is behind while the page does not read, and not when it has caught up", async () => {
    const { tab, page } = await connectTab(LIMITS);
    expect(tab.isBehind).toBe(false);
    await tab.untilRead();
    page.pause();
    for (let count = 0; count < 9; count++) tab.send(MEGABYTE);
    expect(tab.isBehind).toBe(true);
    page.resume();
    await tab.untilRead();
    expect(tab.isBehind).toBe(false);
  });

  it("is let go when too much waits for it", async () => {
    const { tab, page, closed } = await connectTab(LIMITS);
    page.pause();
    for (let count = 0; count < 40; count++) tab.send(MEGABYTE);
    expect(tab.isBehind).toBe(false);
    page.resume();
    expect(await closed).toBe(4008);
  });

  it("is not for what was kept for it, however much that is", async () => {
    const { tab, page } = await connectTab(LIMITS);
    let count = 0;
    page.on("message", () => (count += 1));
    tab.sendKept(Array.from({ length: 40 }, () => MEGABYTE));
    tab.send("and what came meanwhile");
    await tab.untilRead();
    tab.close(4001, "");
    await once(page, "close");
    expect(count).toBe(41);
  });

  it("is let go when it takes nothing at all for long, and whoever waits for it goes on", async () => {
    const { tab, page, closed } = await connectTab({ ...LIMITS, stalledMs: 200 });
    page.pause();
    for (let count = 0; count < 9; count++) tab.send(MEGABYTE);
    await tab.untilRead();
    page.resume();
    expect([1006, 4008]).toContain(await closed);
  });

  it("takes no harm from what is sent to it when it is gone", async () => {
    const { tab, page } = await connectTab(LIMITS);
    page.close();
    await once(page, "close");
    tab.send("late");
    tab.sendKept(["later"]);
    tab.close(4001, "");
    await tab.untilRead();
    expect(tab.isBehind).toBe(false);
  });
});
