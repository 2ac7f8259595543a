import { describe, expect, it } from "vitest";
import { DisconnectedError, RpcError } from "./rpc-error.ts";
import { createRpcPeer, refuseMethod, type RpcPeer, type RpcPeerOptions } from "./rpc-peer.ts";

function connect(options: Partial<RpcPeerOptions> = {}) {
  const sent: object[] = [];
  const told: unknown[] = [];
  const peer = createRpcPeer({
    send: (message) => sent.push(message),
    onNotification: (method, params) => told.push([method, params]),
    onRequest: async (method) => {
      throw refuseMethod(method);
    },
    ...options,
  });
  return { peer, sent, told };
}

const failure = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);

/** Two peers, each the other's other side. */
function join(left: Partial<RpcPeerOptions>, right: Partial<RpcPeerOptions>) {
  const peers: { left?: RpcPeer; right?: RpcPeer } = {};
  const { peer: a } = connect({ ...left, send: (message) => peers.right?.receive(message) });
  const { peer: b } = connect({ ...right, send: (message) => peers.left?.receive(message) });
  Object.assign(peers, { left: a, right: b });
  return { left: a, right: b };
}

describe("a request", () => {
  it("resolves with the result of the answer that has its id", async () => {
    const { peer, sent } = connect();
    const [first, second] = [peer.request("a", {}), peer.request("b", { x: 1 })];
    expect(sent).toEqual([
      { jsonrpc: "2.0", id: 1, method: "a", params: {} },
      { jsonrpc: "2.0", id: 2, method: "b", params: { x: 1 } },
    ]);
    peer.receive({ id: 2, result: "two" });
    peer.receive({ id: 1, result: "one" });
    expect(await Promise.all([first, second])).toEqual(["one", "two"]);
  });

  it("rejects with the code and the words of a refusal", async () => {
    const { peer } = connect();
    const answer = failure(peer.request("a", {}));
    peer.receive({
      id: 1,
      error: { code: -32602, message: "no", data: { details: "no such id" } },
    });
    expect(await answer).toMatchObject({ code: -32602, message: "no such id" });
  });

  it.each([null, "x", 5, {}, { message: 4 }])("rejects with an error made of %j", async (error) => {
    const { peer } = connect();
    const answer = failure(peer.request("a", {}));
    peer.receive({ id: 1, error });
    expect(await answer).toBeInstanceOf(RpcError);
  });

  it("rejects when the connection ends, and at once afterwards, sending nothing", async () => {
    const { peer, sent } = connect();
    const open = failure(peer.request("a", {}));
    peer.close();
    expect(await open).toBeInstanceOf(DisconnectedError);
    expect(await failure(peer.request("b", {}))).toBeInstanceOf(DisconnectedError);
    expect(sent).toHaveLength(1);
  });
});

describe("what the other side sends", () => {
  it("is passed on when it is a notification", () => {
    const { peer, told } = connect();
    peer.receive({ method: "session/update", params: { a: 1 } });
    expect(told).toEqual([["session/update", { a: 1 }]]);
  });

  it.each([null, [], "x", 7, {}, { id: 99, result: 1 }, { id: 99, error: {} }])(
    "does nothing when it is %j",
    (message) => {
      const { peer, sent, told } = connect();
      peer.receive(message);
      expect([...sent, ...told]).toEqual([]);
    },
  );
});

describe("a request of the other side", () => {
  it("gets the result, with its id", async () => {
    const { left } = join({}, { onRequest: async (method, params) => [method, params] });
    expect(await left.request("ask", { a: 1 })).toEqual(["ask", { a: 1 }]);
  });

  it("gets null where there is no result", async () => {
    const { left } = join({}, { onRequest: async () => undefined });
    expect(await left.request("ask", {})).toBeNull();
  });

  it("is refused with the error that answering threw", async () => {
    const { left } = join({}, {});
    expect(await failure(left.request("ask", {}))).toMatchObject({
      code: -32601,
      message: "no such method: ask",
    });
  });

  it("is refused when answering fails, without telling why", async () => {
    const { left } = join(
      {},
      {
        onRequest: async () => {
          throw new Error("a secret");
        },
      },
    );
    expect(await failure(left.request("ask", {}))).toMatchObject({ message: "not answered" });
  });
});
