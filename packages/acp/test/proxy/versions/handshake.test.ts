import { afterEach, describe, expect, it } from "vitest";
import { startProxy, type Proxy } from "@termwire/acp/proxy";
import { createMemoryPeer, parse, toFields, type Fields } from "../memory-peer.ts";

const open: Proxy[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((proxy) => proxy.dispose()));
});

/** A client of this version asks; the agent answers each `initialize` in turn. */
async function introduce(protocolVersion: number, answers: readonly Fields[]) {
  const client = createMemoryPeer();
  const agent = createMemoryPeer();
  open.push(startProxy({ client: client.peer, agent: agent.peer, createHost: null }));
  const info = { name: "asker", version: "1" };
  const params = { protocolVersion, info, clientInfo: info };
  // No double holds this number: it has to come back as it was written.
  const id = "12345678901234567890";
  client.say(
    `{"jsonrpc":"2.0","id":${id},"method":"initialize","params":${JSON.stringify(params)}}`,
  );
  const asked: Fields[] = [];
  for (const answer of answers) {
    const from = asked.length;
    await expect.poll(() => agent.lines.length).toBeGreaterThan(from);
    asked.push(toFields(parse(agent.lines[from] ?? "")["params"]));
    agent.say(`{"jsonrpc":"2.0","id":${id},${JSON.stringify(answer).slice(1)}`);
  }
  const told = await client.wait(({ method }) => method === undefined);
  expect(client.lines[0]).toContain(`"id":${id}`);
  return { asked, told };
}

const REFUSED = { error: { code: -32022, message: "Unsupported protocol version" } };

describe("initialize", () => {
  it("is said again in version 1 to an agent that refuses version 2", async () => {
    const answer = { result: { protocolVersion: 1, agentInfo: { name: "old", version: "0" } } };
    const { asked, told } = await introduce(2, [REFUSED, answer]);
    expect(asked.map((params) => params["protocolVersion"])).toEqual([2, 1]);
    expect(asked[1]).toMatchObject({
      clientInfo: { name: "asker" },
      clientCapabilities: { _meta: { terminal_output: true } },
    });
    expect(told["result"]).toMatchObject({ protocolVersion: 2, info: { name: "old" } });
  });

  it("is said again in version 2 to an agent that refuses version 1", async () => {
    const answer = { result: { protocolVersion: 2, info: { name: "new", version: "0" } } };
    const { asked, told } = await introduce(1, [REFUSED, answer]);
    expect(asked.map((params) => params["protocolVersion"])).toEqual([1, 2]);
    expect(asked[1]).toMatchObject({ info: { name: "asker" } });
    expect(told["result"]).toMatchObject({ protocolVersion: 1, agentInfo: { name: "new" } });
  });

  it("is said once to an agent that answers in the other version", async () => {
    const answer = { result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } };
    const { asked, told } = await introduce(2, [answer]);
    expect(asked).toHaveLength(1);
    expect(told["result"]).toMatchObject({ protocolVersion: 2 });
  });

  it("fails as the agent fails it, whose second refusal is its last", async () => {
    const broken = { error: { code: -32000, message: "log in first" } };
    expect((await introduce(1, [broken])).told).toMatchObject(broken);
    expect((await introduce(1, [REFUSED, broken])).told).toMatchObject(broken);
    expect((await introduce(2, [REFUSED, REFUSED])).told).toMatchObject(REFUSED);
  });
});
