import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { connectVersions } from "./connect-versions.ts";

const initialize = (protocolVersion: unknown): AnyMessage => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion },
});

/** A connection whose servers read everything and say what they read. */
function connect() {
  const toAgent = new TransformStream<AnyMessage, AnyMessage>();
  const toClient = new TransformStream<AnyMessage, AnyMessage>();
  const read: string[] = [];
  const serve = (version: string) => async (stream: Stream) => {
    const reader = stream.readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      read.push(`${version} ${JSON.stringify(next.value)}`);
    }
    read.push(`${version} ended`);
  };
  const connection = connectVersions(
    { readable: toAgent.readable, writable: toClient.writable },
    { serveV1: serve("v1"), serveV2: serve("v2") },
  );
  return { connection, read, writer: toAgent.writable.getWriter() };
}

describe("connectVersions", () => {
  it.each([
    [initialize(1), "v1"],
    [initialize(2), "v2"],
    [initialize(3), "v2"],
    [initialize("2"), "v1"],
    [{ jsonrpc: "2.0", id: 1, method: "session/new", params: { protocolVersion: 2 } }, "v1"],
  ] as const)("gives %j to %s, with all that follows, in order", async (first, version) => {
    const { connection, read, writer } = connect();
    const second: AnyMessage = { jsonrpc: "2.0", method: "x" };
    await writer.write(first);
    await writer.write(second);
    await writer.close();
    await connection.closed;
    expect(read).toEqual([
      `${version} ${JSON.stringify(first)}`,
      `${version} ${JSON.stringify(second)}`,
      `${version} ended`,
    ]);
  });

  it("ends when the client is gone before it said anything", async () => {
    const { connection, read, writer } = connect();
    await writer.close();
    await connection.closed;
    expect(read).toEqual(["v1 ended"]);
  });

  it("ends when it is closed, before the first message and after it", async () => {
    const silent = connect();
    silent.connection.close();
    await silent.connection.closed;
    const spoken = connect();
    await spoken.writer.write(initialize(1));
    spoken.connection.close();
    await spoken.connection.closed;
    expect(spoken.read.at(-1)).toBe("v1 ended");
  });

  it("ends, and reads no more, when its server fails", async () => {
    const toAgent = new TransformStream<AnyMessage, AnyMessage>();
    const toClient = new TransformStream<AnyMessage, AnyMessage>();
    const fail = (): Promise<void> => Promise.reject(new Error("no such version"));
    const connection = connectVersions(
      { readable: toAgent.readable, writable: toClient.writable },
      { serveV1: fail, serveV2: fail },
    );
    await toAgent.writable.getWriter().write(initialize(1));
    expect(await connection.closed).toBeUndefined();
  });
});
