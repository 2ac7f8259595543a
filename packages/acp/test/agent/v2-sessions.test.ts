import { describe, expect, it } from "vitest";
import { connectV2, until, untilAborted, type Update } from "./connect-agent.ts";
import { createScriptedHarness } from "./scripted-harness.ts";

function states(updates: readonly Update[]): unknown[] {
  return updates
    .filter(({ sessionUpdate }) => sessionUpdate === "state_update")
    .map(({ state, stopReason }) => (stopReason === undefined ? state : [state, stopReason]));
}

const working = createScriptedHarness({
  keeps: true,
  async prompt({ text, signal }) {
    if (text.startsWith("wait")) await untilAborted(signal);
    return "end_turn";
  },
});

describe("an agent of version 2", () => {
  it("says who it is and that it serves sessions", async () => {
    await using client = await connectV2(createScriptedHarness().harness);
    expect(client.introduction).toMatchObject({
      protocolVersion: 2,
      info: { name: "scripted", title: "Scripted", version: "1" },
    });
    expect(client.introduction.capabilities?.session).toEqual({});
    await using keeping = await connectV2(createScriptedHarness({ keeps: true }).harness);
    expect(keeping.introduction.capabilities?.session).toEqual({ delete: {} });
  });

  it("takes a prompt into the conversation, then works on it, and ends with a state", async () => {
    await using client = await connectV2(createScriptedHarness().harness);
    const sessionId = await client.create();
    const { messageId } = await client.prompt(sessionId, "hello");
    await until(() => states(client.updates).length === 2);
    expect(client.updates).toMatchObject([
      {
        sessionUpdate: "user_message",
        messageId,
        content: [{ type: "text", text: "hello" }],
      },
      { sessionUpdate: "state_update", state: "running", background: [] },
      { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hello" } },
      {
        sessionUpdate: "state_update",
        state: "idle",
        stopReason: "end_turn",
        background: [],
      },
    ]);
  });

  it("names a message anew after everything that comes between", async () => {
    const { harness } = createScriptedHarness({
      async prompt({ bridge }) {
        await bridge.showMessage("a");
        await bridge.showMessage("b");
        await bridge.showThought("c");
        await bridge.showMessage("d");
        return "end_turn";
      },
    });
    await using client = await connectV2(harness);
    await client.prompt(await client.create(), "x");
    await until(() => states(client.updates).length === 2);
    const ids = client.updates.slice(2, 6).map(({ messageId }) => messageId);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });

  it("holds a prompt while it works, and takes it when it has ended", async () => {
    await using client = await connectV2(working.harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "wait");
    const held = client.prompt(sessionId, "held");
    const late = client.prompt(sessionId, "late").catch((error: unknown) => error);
    await client.agent.notify("session/cancel", { sessionId });
    await expect(held).rejects.toMatchObject({ code: -32800 });
    expect(await late).toMatchObject({ code: -32800 });
    await until(() => states(client.updates).length === 2);
    expect(states(client.updates)).toEqual(["running", ["idle", "cancelled"]]);
    await client.prompt(sessionId, "again");
    await until(() => states(client.updates).length === 4);
    expect(states(client.updates).slice(2)).toEqual(["running", ["idle", "end_turn"]]);
  });

  it("works on held prompts in their order", async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { harness } = createScriptedHarness({
      async prompt({ text, bridge }) {
        if (text === "first") await gate;
        await bridge.showMessage(text);
        return "end_turn";
      },
    });
    await using client = await connectV2(harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "first");
    const held = [client.prompt(sessionId, "second"), client.prompt(sessionId, "third")];
    release();
    await Promise.all(held);
    await until(() => states(client.updates).length === 6);
    const said = client.updates.filter(
      ({ sessionUpdate }) => sessionUpdate === "agent_message_chunk",
    );
    expect(said.map(({ content }) => content)).toMatchObject([
      { text: "first" },
      { text: "second" },
      { text: "third" },
    ]);
  });

  it("takes back a held prompt that its sender withdraws", async () => {
    await using client = await connectV2(working.harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "wait");
    const withdraw = new AbortController();
    const held = client.agent.request(
      "session/prompt",
      { sessionId, prompt: [{ type: "text", text: "held" }] },
      { cancellationSignal: withdraw.signal },
    );
    withdraw.abort();
    await expect(held).rejects.toMatchObject({ code: -32800 });
    await client.agent.notify("session/cancel", { sessionId });
  });

  it("says what went wrong when its work fails, and takes the next prompt", async () => {
    const { harness } = createScriptedHarness({
      async prompt({ text }) {
        if (text === "fail") throw new Error("the model is gone");
        return "end_turn";
      },
    });
    await using client = await connectV2(harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "fail");
    await until(() => states(client.updates).length === 2);
    expect(client.updates.at(-1)).toMatchObject({
      state: "idle",
      stopReason: "error",
      error: { code: -32603, message: "the model is gone" },
    });
    await client.prompt(sessionId, "x");
    await until(() => states(client.updates).length === 4);
  });

  it("says how things are before it answers a resume, and replays only when asked", async () => {
    const { harness } = createScriptedHarness({ keeps: true });
    await using first = await connectV2(harness);
    const sessionId = await first.create();
    const { messageId } = await first.prompt(sessionId, "one");
    await until(() => states(first.updates).length === 2);
    await using silent = await connectV2(harness);
    await silent.agent.request("session/resume", { sessionId, cwd: "/p" });
    expect(silent.updates).toMatchObject([{ sessionUpdate: "state_update", state: "idle" }]);
    await using replayed = await connectV2(harness);
    await replayed.agent.request("session/resume", {
      sessionId,
      cwd: "/p",
      replayFrom: { type: "start" },
    });
    expect(replayed.updates).toMatchObject([
      { sessionUpdate: "user_message", messageId, content: [{ text: "one" }] },
      { sessionUpdate: "state_update", state: "idle" },
    ]);
  });

  it("case 52: says of a session at work that it runs, and still cancels it", async () => {
    await using client = await connectV2(working.harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "wait");
    await client.agent.request("session/resume", { sessionId, cwd: "/p" });
    await client.agent.notify("session/cancel", { sessionId });
    await until(() => states(client.updates).length === 3);
    expect(states(client.updates)).toEqual(["running", "running", ["idle", "cancelled"]]);
  });

  it("lists, closes and deletes; without a store it lists what is open", async () => {
    await using keeping = await connectV2(createScriptedHarness({ keeps: true }).harness);
    const kept = await keeping.create();
    await keeping.agent.request("session/close", { sessionId: kept });
    const { sessions } = await keeping.agent.request("session/list", { cwd: "/p" });
    expect(sessions).toMatchObject([{ sessionId: kept, cwd: "/p" }]);
    await keeping.agent.request("session/delete", { sessionId: kept });
    expect((await keeping.agent.request("session/list", {})).sessions).toEqual([]);
    await using forgetful = await connectV2(createScriptedHarness().harness);
    const open = await forgetful.create();
    expect((await forgetful.agent.request("session/list", {})).sessions).toMatchObject([
      { sessionId: open },
    ]);
  });

  it("sends nothing of a session that is closed", async () => {
    const { harness } = createScriptedHarness({
      async prompt({ signal, bridge }) {
        await untilAborted(signal);
        await bridge.showMessage("last words");
        setImmediate(() => void bridge.showMessage("too late"));
        return "cancelled";
      },
    });
    await using client = await connectV2(harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "x");
    await client.agent.request("session/close", { sessionId });
    const seen = client.updates.length;
    await expect(client.prompt(sessionId, "x")).rejects.toMatchObject({ code: -32002 });
    expect(client.updates.length).toBe(seen);
    expect(JSON.stringify(client.updates)).not.toContain("too late");
  });

  it("changes settings, and refuses servers it did not offer to use", async () => {
    const { harness } = createScriptedHarness({ hasSettings: true });
    await using client = await connectV2(harness);
    const sessionId = await client.create();
    const answer = await client.agent.request("session/set_config_option", {
      sessionId,
      configId: "mode",
      type: "id",
      value: "full",
    });
    expect(answer.configOptions[0]).toMatchObject({ configId: "mode", currentValue: "full" });
    await expect(
      client.agent.request("session/set_config_option", {
        sessionId,
        configId: "mode",
        type: "id",
        value: "nope",
      }),
    ).rejects.toMatchObject({ code: -32602 });
    await expect(
      client.agent.request("session/new", {
        cwd: "/p",
        mcpServers: [{ type: "stdio", name: "x", command: "/x", args: [], env: [] }],
      }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  it("refuses to cancel a call or a terminal that does not run", async () => {
    await using client = await connectV2(createScriptedHarness().harness);
    const sessionId = await client.create();
    await expect(
      client.agent.request("tool_call/cancel", { sessionId, toolCallId: "c" }),
    ).rejects.toMatchObject({ code: -32602 });
    await expect(
      client.agent.request("terminal/cancel", { sessionId, terminalId: "t" }),
    ).rejects.toMatchObject({ code: -32602 });
  });
});
