import { describe, expect, it } from "vitest";
import { connectV1, until, untilAborted } from "./connect-agent.ts";
import { createScriptedHarness } from "./scripted-harness.ts";

describe("an agent of version 1", () => {
  it("offers what its harness keeps, and nothing it does not", async () => {
    await using forgetful = await connectV1(createScriptedHarness().harness);
    expect(forgetful.introduction).toMatchObject({
      protocolVersion: 1,
      agentCapabilities: { loadSession: false },
      agentInfo: { name: "scripted", title: "Scripted", version: "1" },
    });
    const { sessionCapabilities } = forgetful.introduction.agentCapabilities ?? {};
    const offered = Object.entries(sessionCapabilities ?? {}).filter(([, value]) => value);
    expect(offered).toEqual([["close", {}]]);
    await using keeping = await connectV1(createScriptedHarness({ keeps: true }).harness);
    expect(keeping.introduction.agentCapabilities).toMatchObject({
      loadSession: true,
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    });
  });

  it.each(["session/load", "session/list", "session/resume", "session/delete"])(
    "has no %s without a store",
    async (method) => {
      await using client = await connectV1(createScriptedHarness().harness);
      await expect(
        client.agent.request(method as `_${string}`, {
          sessionId: "s",
          cwd: "/p",
          mcpServers: [],
        }),
      ).rejects.toMatchObject({ code: -32601 });
    },
  );

  it("case 10: refuses a directory in the words of who checked it", async () => {
    await using client = await connectV1(createScriptedHarness().harness);
    await expect(client.create("/gone")).rejects.toMatchObject({
      code: -32602,
      message: "does not exist: /gone",
    });
    await expect(client.create("p")).rejects.toMatchObject({
      code: -32602,
      message: 'cwd: expected an absolute path, got "p"',
    });
  });

  it("says by name which session is not there", async () => {
    await using client = await connectV1(createScriptedHarness({ keeps: true }).harness);
    await expect(client.prompt("nope", "x")).rejects.toMatchObject({
      code: -32002,
      data: { sessionId: "nope" },
    });
    await expect(
      client.agent.request("session/load", { sessionId: "nope", cwd: "/p", mcpServers: [] }),
    ).rejects.toMatchObject({ code: -32002 });
  });

  it("case 54: refuses a second prompt of a session at work, and works on after it", async () => {
    const { harness } = createScriptedHarness({
      async prompt({ text, signal }) {
        if (text === "wait") await untilAborted(signal);
        return "end_turn";
      },
    });
    await using client = await connectV1(harness);
    const sessionId = await client.create();
    const other = await client.create();
    const first = client.prompt(sessionId, "wait");
    await expect(client.prompt(sessionId, "x")).rejects.toMatchObject({
      code: -32600,
      message: expect.stringContaining("still working"),
    });
    expect(await client.prompt(other, "x")).toEqual({ stopReason: "end_turn" });
    await client.agent.notify("session/cancel", { sessionId });
    expect(await first).toEqual({ stopReason: "cancelled" });
    expect(await client.prompt(sessionId, "x")).toEqual({ stopReason: "end_turn" });
  });

  it("tells a cancelled turn as cancelled even when its work fails of it", async () => {
    const { harness } = createScriptedHarness({
      async prompt({ signal }) {
        await untilAborted(signal);
        throw new Error("aborted");
      },
    });
    await using client = await connectV1(harness);
    const sessionId = await client.create();
    const turn = client.prompt(sessionId, "x");
    await client.agent.notify("session/cancel", { sessionId });
    expect(await turn).toEqual({ stopReason: "cancelled" });
  });

  it("refuses a prompt with what it did not offer to take, and takes links", async () => {
    const { harness } = createScriptedHarness();
    await using client = await connectV1(harness);
    const sessionId = await client.create();
    await expect(
      client.agent.request("session/prompt", {
        sessionId,
        prompt: [{ type: "image", data: "", mimeType: "image/png" }],
      }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('"image"') });
    await client.agent.request("session/prompt", {
      sessionId,
      prompt: [
        { type: "text", text: "read" },
        { type: "resource_link", uri: "file:///a", name: "a" },
      ],
    });
    expect(client.updates.at(-1)).toMatchObject({
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: "read\nfile:///a" },
    });
  });
});

describe("sessions that are kept, in version 1", () => {
  it("replay all that was before the load is answered, and only then", async () => {
    const { harness } = createScriptedHarness({ keeps: true });
    await using first = await connectV1(harness);
    const sessionId = await first.create();
    await first.prompt(sessionId, "one");
    await first.prompt(sessionId, "two");
    await using second = await connectV1(harness);
    let seen = -1;
    await second.agent
      .request("session/load", { sessionId, cwd: "/p", mcpServers: [] })
      .then(() => (seen = second.updates.length));
    expect(seen).toBe(2);
    expect(second.updates).toMatchObject([
      { sessionUpdate: "user_message_chunk", content: { text: "one" } },
      { sessionUpdate: "user_message_chunk", content: { text: "two" } },
    ]);
  });

  it("resume without a word, and work on", async () => {
    const { harness } = createScriptedHarness({ keeps: true });
    await using first = await connectV1(harness);
    const sessionId = await first.create();
    await first.prompt(sessionId, "one");
    await using second = await connectV1(harness);
    await second.agent.request("session/resume", { sessionId, cwd: "/p" });
    expect(second.updates).toEqual([]);
    expect(await second.prompt(sessionId, "two")).toEqual({ stopReason: "end_turn" });
  });

  it("case 52: stay the one that is at work when they are loaded again, so that cancel reaches it", async () => {
    const { harness, log } = createScriptedHarness({
      keeps: true,
      async prompt({ signal }) {
        await untilAborted(signal);
        return "cancelled";
      },
    });
    await using client = await connectV1(harness);
    const sessionId = await client.create();
    const turn = client.prompt(sessionId, "sleep");
    await client.agent.request("session/load", { sessionId, cwd: "/p", mcpServers: [] });
    await client.agent.notify("session/cancel", { sessionId });
    expect(await turn).toEqual({ stopReason: "cancelled" });
    expect(log).toEqual([]);
  });

  it("are opened once when two loads come at the same time", async () => {
    const { harness, log } = createScriptedHarness({ keeps: true });
    await using first = await connectV1(harness);
    const sessionId = await first.create();
    await using second = await connectV1(harness);
    const load = () =>
      second.agent.request("session/load", { sessionId, cwd: "/p", mcpServers: [] });
    await Promise.all([load(), load()]);
    expect(log).toEqual([`open ${sessionId}`]);
  });

  it("are not moved to another directory while they are open", async () => {
    await using client = await connectV1(createScriptedHarness({ keeps: true }).harness);
    const sessionId = await client.create();
    await expect(
      client.agent.request("session/load", { sessionId, cwd: "/other", mcpServers: [] }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("/other") });
  });

  it("are listed by pages and by directory", async () => {
    await using client = await connectV1(createScriptedHarness({ keeps: true }).harness);
    const ids = [await client.create(), await client.create("/q"), await client.create()];
    const first = await client.agent.request("session/list", {});
    expect(first.sessions.map(({ sessionId }) => sessionId)).toEqual(ids.slice(0, 2));
    const second = await client.agent.request("session/list", { cursor: first.nextCursor ?? "" });
    expect(second.sessions.map(({ sessionId }) => sessionId)).toEqual(ids.slice(2));
    expect(second.nextCursor ?? null).toBeNull();
    const there = await client.agent.request("session/list", { cwd: "/q" });
    expect(there.sessions).toMatchObject([{ sessionId: ids[1], cwd: "/q" }]);
  });

  it("end with all they do when they are closed or deleted", async () => {
    const { harness, log } = createScriptedHarness({
      keeps: true,
      async prompt({ signal }) {
        await untilAborted(signal);
        return "cancelled";
      },
    });
    await using client = await connectV1(harness);
    const sessionId = await client.create();
    const turn = client.prompt(sessionId, "x");
    await client.agent.request("session/close", { sessionId });
    expect(await turn).toEqual({ stopReason: "cancelled" });
    await expect(client.prompt(sessionId, "x")).rejects.toMatchObject({ code: -32002 });
    const other = await client.create();
    await client.agent.request("session/delete", { sessionId: other });
    expect(log).toEqual([`dispose ${sessionId}`, `dispose ${other}`, `delete ${other}`]);
  });

  it("case 94: end with the connection", async () => {
    const { harness, log } = createScriptedHarness();
    let sessionId: string;
    {
      await using client = await connectV1(harness);
      sessionId = await client.create();
    }
    expect(log).toEqual([`dispose ${sessionId}`]);
  });
});

describe("settings in version 1", () => {
  it("are options, and the mode is also a mode", async () => {
    await using client = await connectV1(createScriptedHarness({ hasSettings: true }).harness);
    const answer = await client.agent.request("session/new", { cwd: "/p", mcpServers: [] });
    expect(answer.modes).toEqual({
      currentModeId: "ask",
      availableModes: [
        { id: "ask", name: "Ask", description: "Asks." },
        { id: "full", name: "Full" },
      ],
    });
    expect(answer.configOptions).toMatchObject([
      { id: "mode", type: "select", category: "mode", currentValue: "ask" },
      { id: "style", type: "select", currentValue: "ask" },
    ]);
    expect(answer.configOptions?.[1]).not.toHaveProperty("category");
  });

  it("are not there for a session without any", async () => {
    await using client = await connectV1(createScriptedHarness().harness);
    const answer = await client.agent.request("session/new", { cwd: "/p", mcpServers: [] });
    expect([answer.modes ?? null, answer.configOptions ?? null]).toEqual([null, null]);
  });

  it("case 193: change by either method, and the other form is told", async () => {
    await using client = await connectV1(createScriptedHarness({ hasSettings: true }).harness);
    const sessionId = await client.create();
    await client.agent.request("session/set_mode", { sessionId, modeId: "full" });
    expect(client.updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      "config_option_update",
      "current_mode_update",
    ]);
    const answer = await client.agent.request("session/set_config_option", {
      sessionId,
      configId: "mode",
      value: "ask",
    });
    expect(answer.configOptions[0]).toMatchObject({ id: "mode", currentValue: "ask" });
    expect(client.updates.at(-1)).toMatchObject({ currentModeId: "ask" });
  });

  it("are refused by name when there is no such setting, choice or mode", async () => {
    await using client = await connectV1(createScriptedHarness({ hasSettings: true }).harness);
    const sessionId = await client.create();
    for (const [configId, value] of [
      ["nope", "ask"],
      ["mode", "nope"],
    ] as const) {
      await expect(
        client.agent.request("session/set_config_option", { sessionId, configId, value }),
      ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("nope") });
    }
    await using plain = await connectV1(createScriptedHarness().harness);
    await expect(
      plain.agent.request("session/set_mode", { sessionId: await plain.create(), modeId: "x" }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  it("and the title are told when the session changes them by itself", async () => {
    const { harness, session } = createScriptedHarness({ hasSettings: true });
    await using client = await connectV1(harness);
    const open = session(await client.create());
    open?.choose("mode", "full");
    if (open !== undefined) open.title = "Tests";
    open?.onChange?.();
    await until(() => client.updates.length === 3);
    expect(client.updates).toMatchObject([
      { sessionUpdate: "config_option_update" },
      { sessionUpdate: "current_mode_update", currentModeId: "full" },
      { sessionUpdate: "session_info_update", title: "Tests" },
    ]);
    open?.onChange?.();
    expect(client.updates.length).toBe(3);
  });
});
