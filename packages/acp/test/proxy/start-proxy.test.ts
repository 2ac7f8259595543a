import { afterEach, describe, expect, it } from "vitest";
import { closePeers, connectPeers as start } from "./connect-peers.ts";
import { parse, toFields } from "./memory-peer.ts";

afterEach(closePeers);

const META = { _meta: { terminal_output: true } };

describe("what is no terminal", () => {
  it("passes byte for byte in both directions, unknown methods and broken lines included", async () => {
    const { client, agent, settled } = await start({});
    const lines = [
      '{"method" : "_x/y", "params":{"big":12345678901234567890, "f":1.0}}',
      "this is no message",
      '[{"jsonrpc":"2.0","method":"batched"}]',
      '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"plan","entries":[ ]}}}',
      '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"r","title":"Read","kind":"read","new":{"a":1}}}}',
    ];
    const [fromClient, fromAgent] = [agent.lines.length, client.lines.length];
    for (const line of lines) {
      client.say(line);
      agent.say(line);
    }
    await settled();
    expect(client.lines.slice(fromAgent, -1)).toEqual(lines);
    await agent.wait((message) => message["method"] === "session/update");
    expect(agent.lines.slice(fromClient)).toEqual(lines);
  });

  it("keeps requests of the agent apart under ids of its own, and restores theirs exactly", async () => {
    const { client, agent } = await start({});
    const ids = ['"a"', "12345678901234567890", "0", "null"];
    for (const id of ids) {
      agent.say(
        `{"jsonrpc":"2.0","id":${id},"method":"fs/read_text_file","params":{"sessionId":"s"}}`,
      );
    }
    await expect.poll(() => client.lines.filter((line) => line.includes("fs/read")).length).toBe(4);
    const asked = client.lines.map(parse).filter(({ method }) => method === "fs/read_text_file");
    expect(new Set(asked.map(({ id }) => id)).size).toBe(4);
    for (const { id } of asked.toReversed()) {
      client.send({ jsonrpc: "2.0", id, result: { content: "x" } });
    }
    await agent.wait((message) => message["id"] === "a" && "result" in message);
    const answers = agent.lines.slice(-4).toReversed();
    expect(answers).toEqual(
      ids.map((id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":"x"}}`),
    );
  });

  it("takes a request back under the id the client knows", async () => {
    const { client, agent } = await start({});
    agent.send({ jsonrpc: "2.0", id: 77, method: "fs/read_text_file", params: { sessionId: "s" } });
    const { id } = await client.wait((message) => message["method"] === "fs/read_text_file");
    agent.send({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 77 } });
    const { params } = await client.wait((message) => message["method"] === "$/cancel_request");
    expect(params).toEqual({ requestId: id });
  });

  it("passes the agent's errors on", async () => {
    const { client, agent, ask } = await start({});
    await ask(5, "session/prompt", { sessionId: "s", prompt: [] });
    agent.say('{"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"log in first"}}');
    await client.wait((message) => message["id"] === 5);
    expect(client.lines).toContain(
      '{"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"log in first"}}',
    );
  });

  it("drops an answer of the client to nothing that was asked", async () => {
    const { client, changes } = await start({});
    client.send({ jsonrpc: "2.0", id: 99, result: {} });
    await expect.poll(() => changes.map(({ kind }) => kind)).toContain("dropped");
  });
});

describe("what the agent left undone", () => {
  it("is closed at the end of the turn, the calls of commands and all others", async () => {
    const { answer, ask, update, updates } = await start(META);
    await ask(5, "session/prompt", { sessionId: "s", prompt: [] });
    update({
      sessionUpdate: "tool_call",
      toolCallId: "c",
      title: "ls",
      kind: "execute",
      status: "in_progress",
      content: [{ type: "terminal", terminalId: "c" }],
      _meta: { terminal_info: { terminal_id: "c" } },
    });
    update({
      sessionUpdate: "tool_call",
      toolCallId: "r",
      title: "Read",
      kind: "read",
      status: "pending",
    });
    await answer(5, { stopReason: "end_turn" });
    const closed = updates().filter(({ status }) => status === "failed");
    expect(closed.map(({ toolCallId }) => toolCallId)).toEqual(["c", "r"]);
  });

  it("is closed in version 2 before the state that ends the turn, but for what runs on", async () => {
    const { client, settled, update, updates } = await start({}, { protocolVersion: 2 });
    for (const toolCallId of ["done", "open", "paused", "runs"]) {
      const status = toolCallId === "done" ? "completed" : "in_progress";
      update({ sessionUpdate: "tool_call_update", toolCallId, title: "x", status });
    }
    update({ sessionUpdate: "tool_call_update", toolCallId: "paused", status: "paused" });
    const background = [{ type: "tool_call", toolCallId: "runs" }];
    update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn", background });
    await settled();
    const closed = updates().filter(({ status }) => status === "failed");
    expect(closed.map(({ toolCallId }) => toolCallId)).toEqual(["open", "paused"]);
    expect(client.lines.at(-2)).toContain('"state":"idle"');
  });

  it("merges a call that is announced again", async () => {
    const { update, updates, settled } = await start(META);
    for (const title of ["ls", "ls -l"]) {
      update({ sessionUpdate: "tool_call", toolCallId: "c", title, kind: "execute" });
      update({ sessionUpdate: "tool_call", toolCallId: "r", title, kind: "read" });
    }
    await settled();
    const announced = updates().filter(({ sessionUpdate }) => sessionUpdate === "tool_call");
    expect(announced.map(({ toolCallId }) => toolCallId)).toEqual(["c", "r"]);
  });

  it("makes good output that came before its terminal was announced", async () => {
    const { update, updates, settled } = await start(META);
    const _meta = { terminal_output: { terminal_id: "t", data: "early\n" } };
    update({ sessionUpdate: "tool_call_update", toolCallId: "c", _meta });
    update({
      sessionUpdate: "tool_call",
      toolCallId: "c",
      title: "ls",
      kind: "execute",
      content: [{ type: "terminal", terminalId: "t" }],
      _meta: { terminal_info: { terminal_id: "t" } },
    });
    await settled();
    const [announced, output] = updates();
    expect(announced).toMatchObject({ sessionUpdate: "tool_call", title: "ls" });
    expect(output).toMatchObject({
      _meta: { terminal_output: { terminal_id: "c", data: "early\n" } },
    });
  });

  it("fences text so that nothing in it can end the block", async () => {
    const { update, updates, answer, ask } = await start({});
    await ask(5, "session/prompt", { sessionId: "s", prompt: [] });
    update({
      sessionUpdate: "tool_call",
      toolCallId: "c",
      title: "x",
      kind: "execute",
      rawInput: { command: "x" },
    });
    const body = "a\n```\nb\n";
    update({
      sessionUpdate: "tool_call_update",
      toolCallId: "c",
      status: "completed",
      rawOutput: { stdout: body, exitCode: 0 },
    });
    await answer(5, { stopReason: "end_turn" });
    expect(JSON.stringify(updates().at(-1)?.["content"])).toContain(
      "````console\\na\\n```\\nb\\n````",
    );
  });
});

describe("an end", () => {
  it("of the agent answers what waits for it, and says why", async () => {
    const { client, agent, ask, proxy } = await start(
      {},
      { describeEnd: async () => "exit status 3" },
    );
    await ask("p", "session/prompt", { sessionId: "s", prompt: [] });
    agent.leave();
    expect(await proxy.ended).toEqual({ gone: "agent", reason: "exit status 3" });
    const { error } = await client.wait((message) => message["id"] === "p");
    expect(error).toMatchObject({ code: -32603, message: "the agent is gone: exit status 3" });
  });

  it("of the agent ends the terminals it showed", async () => {
    const { agent, proxy, update, updates } = await start(META);
    update({
      sessionUpdate: "tool_call",
      toolCallId: "c",
      title: "ls",
      kind: "execute",
      status: "in_progress",
      _meta: { terminal_info: { terminal_id: "c" } },
    });
    agent.leave();
    await proxy.ended;
    expect(updates().at(-1)).toMatchObject({ status: "failed" });
    const causes = updates().map(({ rawOutput }) => toFields(rawOutput)["cause"]);
    expect(causes).toContain("disconnected");
  });

  it("of the client is told", async () => {
    const { client, proxy } = await start({});
    client.leave();
    expect(await proxy.ended).toMatchObject({ gone: "client" });
  });

  it("comes of a message too long to be held, in words", async () => {
    const { agent, proxy } = await start({}, { maxLineBytes: 1000 });
    agent.say("x".repeat(2000));
    expect(await proxy.ended).toMatchObject({
      gone: "agent",
      reason: "a message of more than 1000 bytes",
    });
  });
});
