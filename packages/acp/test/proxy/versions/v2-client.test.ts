import { describe, expect, it } from "vitest";
import { createBashHarness } from "../../agent/bash-harness.ts";
import { until, untilAborted, type Update } from "../../agent/connect-agent.ts";
import { createScriptedHarness } from "../../agent/scripted-harness.ts";
import { toFields } from "../memory-peer.ts";
import {
  createAskingHarness,
  createEditingHarness,
  createPlanningHarness,
} from "./acting-harness.ts";
import { connectV2ToV1 } from "./connect-bridged.ts";

function kinds(updates: readonly Update[]): string[] {
  return updates.map(({ sessionUpdate }) => sessionUpdate);
}

function states(updates: readonly Update[]): unknown[] {
  return updates
    .filter(({ sessionUpdate }) => sessionUpdate === "state_update")
    .map(({ state, stopReason }) => (stopReason === undefined ? state : [state, stopReason]));
}

function isIdle(updates: readonly Update[]): boolean {
  return updates.some(({ state }) => state === "idle");
}

describe("a client of version 2 and an agent of version 1", () => {
  it("are introduced to each other", async () => {
    await using client = await connectV2ToV1(createScriptedHarness({ keeps: true }).harness);
    expect(client.introduction).toMatchObject({
      protocolVersion: 2,
      info: { name: "scripted", title: "Scripted", version: "1" },
      capabilities: { session: { mcp: { stdio: {} }, delete: {} } },
    });
  });

  it("take a prompt at once, and end its turn with a state", async () => {
    await using client = await connectV2ToV1(createScriptedHarness().harness);
    const { messageId } = await client.prompt(await client.create(), "hello");
    await until(() => isIdle(client.updates));
    const content = [{ type: "text", text: "hello" }];
    expect(client.updates).toMatchObject([
      { sessionUpdate: "user_message", messageId, content },
      { sessionUpdate: "state_update", state: "running" },
      { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hello" } },
      { sessionUpdate: "state_update", state: "idle", stopReason: "end_turn", background: [] },
    ]);
  });

  it("name each message of the agent", async () => {
    const { harness } = createScriptedHarness({
      async prompt({ bridge }) {
        for (const text of ["a", "b"]) await bridge.showMessage(text);
        await bridge.showThought("c");
        await bridge.showMessage("d");
        return "end_turn";
      },
    });
    await using client = await connectV2ToV1(harness);
    await client.prompt(await client.create(), "x");
    await until(() => isIdle(client.updates));
    const ids = client.updates
      .filter(({ sessionUpdate }) => sessionUpdate.endsWith("_chunk"))
      .map(({ messageId }) => messageId);
    expect(ids).toHaveLength(4);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });

  it("hold a prompt until the one before is done, and give it back when the turn is cancelled", async () => {
    const { harness } = createScriptedHarness({
      async prompt({ text, signal }) {
        if (text === "wait") await untilAborted(signal);
        return text === "wait" ? "cancelled" : "end_turn";
      },
    });
    await using client = await connectV2ToV1(harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "wait");
    const held = client.prompt(sessionId, "next");
    const refused = held.catch((error: unknown) => error);
    await client.agent.notify("session/cancel", { sessionId });
    expect(await refused).toMatchObject({ code: -32800 });
    await until(() => isIdle(client.updates));
    await Promise.all(["a", "b"].map((text) => client.prompt(sessionId, text)));
    await until(() => states(client.updates).length === 6);
    expect(states(client.updates)).toEqual([
      "running",
      ["idle", "cancelled"],
      "running",
      ["idle", "end_turn"],
      "running",
      ["idle", "end_turn"],
    ]);
  });

  it("tell a failed turn as a state, with its reason", async () => {
    const { harness } = createScriptedHarness({
      prompt: () => Promise.reject(new Error("no credit left")),
    });
    await using client = await connectV2ToV1(harness);
    await client.prompt(await client.create(), "x");
    await until(() => isIdle(client.updates));
    expect(client.updates.at(-1)).toMatchObject({ stopReason: "error", error: {} });
    expect(JSON.stringify(client.updates.at(-1))).toContain("no credit left");
  });

  it("resume a session with or without all that was said, list, close and delete", async () => {
    await using client = await connectV2ToV1(createScriptedHarness({ keeps: true }).harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "once");
    await until(() => isIdle(client.updates));
    await client.agent.request("session/close", { sessionId });
    client.updates.length = 0;
    const where = { sessionId, cwd: "/p" };
    await client.agent.request("session/resume", { ...where, replayFrom: { type: "start" } });
    expect(client.updates).toMatchObject([
      { sessionUpdate: "user_message_chunk", content: { type: "text", text: "once" } },
    ]);
    await client.agent.request("session/close", { sessionId });
    client.updates.length = 0;
    await client.agent.request("session/resume", where);
    expect(kinds(client.updates)).toEqual([]);
    expect(await client.agent.request("session/list", {})).toMatchObject({
      sessions: [{ sessionId, cwd: "/p", title: "once" }],
    });
    await client.agent.request("session/delete", { sessionId });
    expect(await client.agent.request("session/list", {})).toEqual({ sessions: [] });
  });

  it("set options, and tell of them when they change", async () => {
    const { harness, session } = createScriptedHarness({ hasSettings: true });
    await using client = await connectV2ToV1(harness);
    const opened = await client.agent.request("session/new", { cwd: "/p" });
    const { sessionId, configOptions } = opened;
    expect(configOptions?.map(({ configId }) => configId)).toEqual(["mode", "style"]);
    const set = { sessionId, configId: "mode", type: "id", value: "full" } as const;
    const { configOptions: after } = await client.agent.request("session/set_config_option", set);
    expect(after.map((option) => toFields(option)["currentValue"])).toEqual(["full", "ask"]);
    session(sessionId)?.choose("style", "full");
    session(sessionId)?.onChange?.();
    await until(() => kinds(client.updates).includes("config_option_update"));
    expect(kinds(client.updates)).not.toContain("current_mode_update");
  });

  it("ask for permission about a command, and say that the turn waits for it", async () => {
    const asked: unknown[] = [];
    const { harness, outcomes } = createAskingHarness();
    await using client = await connectV2ToV1(harness, {
      answer: (params) => {
        asked.push(params);
        return { outcome: { outcome: "selected", optionId: "no" } };
      },
    });
    await client.prompt(await client.create(), "x");
    await until(() => isIdle(client.updates));
    expect(asked).toMatchObject([
      {
        title: "rm -r x",
        description: "Cleans up",
        subject: { type: "command", command: "rm -r x", cwd: "/p", toolCallId: "c1" },
        options: [{ optionId: "no", name: "Reject", kind: "reject_once" }],
      },
    ]);
    expect(outcomes).toEqual([{ kind: "chosen", choiceId: "no" }]);
    expect(states(client.updates)).toEqual([
      "running",
      "requires_action",
      "running",
      ["idle", "end_turn"],
    ]);
  });

  it("tell a plan and how full the model's memory is", async () => {
    await using client = await connectV2ToV1(createPlanningHarness());
    await client.prompt(await client.create(), "x");
    await until(() => isIdle(client.updates));
    const entries = [{ content: "look", status: "in_progress", priority: "high" }];
    expect(client.updates).toContainEqual({
      sessionUpdate: "plan_update",
      plan: { type: "items", planId: "plan", entries },
    });
    expect(client.updates).toContainEqual({ sessionUpdate: "usage_update", used: 3, size: 10 });
  });

  it("show a changed file as a patch", async () => {
    await using client = await connectV2ToV1(createEditingHarness());
    await client.prompt(await client.create(), "x");
    await until(() => isIdle(client.updates));
    const call = client.updates.find(({ toolCallId }) => toolCallId === "c1");
    expect(call).toMatchObject({
      sessionUpdate: "tool_call_update",
      kind: "edit",
      content: [
        {
          type: "diff",
          changes: [{ operation: "modify", path: "/p/a.txt" }],
          patch: { format: "git_patch" },
        },
      ],
    });
  });

  it("show a command as a terminal, with its bytes and its end", async () => {
    await using bash = createBashHarness();
    await using client = await connectV2ToV1(bash.harness);
    await client.prompt(await client.create("/"), "printf 'a\\303\\251\\n'; exit 3");
    await until(() => isIdle(client.updates));
    expect(kinds(client.updates)).not.toContain("tool_call");
    const terminals = client.updates.filter(
      ({ sessionUpdate }) => sessionUpdate === "terminal_update",
    );
    expect(terminals[0]).toMatchObject({
      terminalId: "term_c1",
      command: "printf 'a\\303\\251\\n'; exit 3",
      cwd: "/",
      capabilities: { cancel: {} },
    });
    expect(terminals.at(-1)).toMatchObject({ exitStatus: { exitCode: 3 }, capabilities: null });
    const data = client.updates
      .filter(({ sessionUpdate }) => sessionUpdate === "terminal_output_chunk")
      .map((chunk) => Buffer.from(String(chunk["data"]), "base64"));
    expect(Buffer.concat(data).toString()).toBe("aé\n");
    const calls = client.updates.filter(({ toolCallId }) => toolCallId === "c1");
    expect(calls.at(-1)).toMatchObject({ status: "failed", capabilities: null });
  });

  it("stop one command and go on with the turn", async () => {
    await using bash = createBashHarness();
    await using client = await connectV2ToV1(bash.harness);
    const sessionId = await client.create("/");
    await client.prompt(sessionId, "echo started; sleep 1000");
    await until(() => kinds(client.updates).includes("terminal_output_chunk"));
    const params = { sessionId, terminalId: "term_c1" };
    expect(await client.agent.request("terminal/cancel", params)).toEqual({});
    await until(() => isIdle(client.updates));
    expect(client.updates).toContainEqual(
      expect.objectContaining({ terminalId: "term_c1", exitStatus: { signal: "SIGTERM" } }),
    );
    expect(states(client.updates).at(-1)).toEqual(["idle", "end_turn"]);
  });

  it("refuse to stop a terminal that there is not", async () => {
    await using client = await connectV2ToV1(createScriptedHarness().harness);
    const params = { sessionId: await client.create(), terminalId: "none" };
    await expect(client.agent.request("terminal/cancel", params)).rejects.toThrow();
  });
});
