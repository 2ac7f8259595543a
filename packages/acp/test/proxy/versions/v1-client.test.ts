import type { SetSessionConfigOptionResponse } from "@agentclientprotocol/sdk";
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
import { connectV1ToV2 } from "./connect-bridged.ts";

function kinds(updates: readonly Update[]): string[] {
  return updates.map(({ sessionUpdate }) => sessionUpdate);
}

describe("a client of version 1 and an agent of version 2", () => {
  it("are introduced to each other", async () => {
    await using client = await connectV1ToV2(createScriptedHarness({ keeps: true }).harness);
    expect(client.introduction).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: "scripted", title: "Scripted", version: "1" },
      agentCapabilities: {
        loadSession: true,
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        _meta: { termwire: { terminal: { cancel: true } } },
      },
    });
    expect(client.changes.map(({ kind }) => kind)).toContain("bridged");
  });

  it("end a turn with the answer to its prompt, and do not say the prompt again", async () => {
    await using client = await connectV1ToV2(createScriptedHarness().harness);
    const sessionId = await client.create();
    expect(await client.prompt(sessionId, "hello")).toEqual({ stopReason: "end_turn" });
    expect(client.updates).toMatchObject([
      { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hello" } },
    ]);
  });

  it("take turn after turn, and each answer is that of its own turn", async () => {
    await using client = await connectV1ToV2(createScriptedHarness().harness);
    const sessionId = await client.create();
    for (const text of ["a", "b", "c"]) {
      expect(await client.prompt(sessionId, text)).toEqual({ stopReason: "end_turn" });
      expect(client.updates.at(-1)).toMatchObject({ content: { text } });
    }
  });

  it("cancel a turn", async () => {
    const { harness } = createScriptedHarness({
      async prompt({ bridge, signal }) {
        await bridge.showMessage("working");
        await untilAborted(signal);
        return "cancelled";
      },
    });
    await using client = await connectV1ToV2(harness);
    const sessionId = await client.create();
    const turn = client.prompt(sessionId, "wait");
    await until(() => client.updates.length > 0);
    await client.agent.notify("session/cancel", { sessionId });
    expect(await turn).toEqual({ stopReason: "cancelled" });
  });

  it("tell a failed turn as an error of its prompt", async () => {
    const { harness } = createScriptedHarness({
      prompt: () => Promise.reject(new Error("no credit left")),
    });
    await using client = await connectV1ToV2(harness);
    const sessionId = await client.create();
    await expect(client.prompt(sessionId, "x")).rejects.toThrow("no credit left");
    await expect(client.prompt("nowhere", "x")).rejects.toThrow();
  });

  it("load a session with all that was said, resume one without, list, close and delete", async () => {
    await using client = await connectV1ToV2(createScriptedHarness({ keeps: true }).harness);
    const sessionId = await client.create();
    await client.prompt(sessionId, "once");
    await client.agent.request("session/close", { sessionId });
    client.updates.length = 0;
    const where = { sessionId, cwd: "/p", mcpServers: [] };
    await client.agent.request("session/load", where);
    expect(client.updates).toMatchObject([
      { sessionUpdate: "user_message_chunk", content: { type: "text", text: "once" } },
    ]);
    await client.agent.request("session/close", { sessionId });
    client.updates.length = 0;
    await client.agent.request("session/resume", where);
    expect(client.updates).toEqual([]);
    expect(await client.agent.request("session/list", {})).toMatchObject({
      sessions: [{ sessionId, cwd: "/p", title: "once" }],
    });
    await client.agent.request("session/delete", { sessionId });
    expect(await client.agent.request("session/list", {})).toEqual({ sessions: [] });
  });

  it("set options and modes, and tell of both when they change", async () => {
    const { harness } = createScriptedHarness({ hasSettings: true });
    await using client = await connectV1ToV2(harness);
    const opened = await client.agent.request("session/new", { cwd: "/p", mcpServers: [] });
    const { sessionId, modes, configOptions } = opened;
    expect(configOptions?.map(({ id }) => id)).toEqual(["mode", "style"]);
    expect(modes).toEqual({
      currentModeId: "ask",
      availableModes: [
        { id: "ask", name: "Ask", description: "Asks." },
        { id: "full", name: "Full" },
      ],
    });
    await client.agent.request("session/set_mode", { sessionId, modeId: "full" });
    await until(() => kinds(client.updates).includes("current_mode_update"));
    expect(client.updates.at(-1)).toMatchObject({ currentModeId: "full" });
    const set = { sessionId, configId: "style", value: "full" };
    const after = await client.agent.request<SetSessionConfigOptionResponse>(
      "session/set_config_option",
      set,
    );
    expect(after.configOptions.map(({ currentValue }) => currentValue)).toEqual(["full", "full"]);
  });

  it("ask for permission about a command", async () => {
    const asked: unknown[] = [];
    const { harness, outcomes } = createAskingHarness();
    await using client = await connectV1ToV2(harness, {
      answer: (params) => {
        asked.push(params);
        return { outcome: { outcome: "selected", optionId: "no" } };
      },
    });
    await client.prompt(await client.create(), "x");
    expect(asked).toMatchObject([
      {
        toolCall: {
          toolCallId: "c1",
          title: "rm -r x",
          kind: "execute",
          rawInput: { command: "rm -r x", cwd: "/p", description: "Cleans up" },
        },
        options: [{ optionId: "no", name: "Reject", kind: "reject_once" }],
      },
    ]);
    expect(outcomes).toEqual([{ kind: "chosen", choiceId: "no" }]);
    expect(client.updates.at(-1)).toMatchObject({ status: "failed" });
  });

  it("tell a plan and how full the model's memory is", async () => {
    await using client = await connectV1ToV2(createPlanningHarness());
    await client.prompt(await client.create(), "x");
    expect(client.updates).toMatchObject([
      {
        sessionUpdate: "plan",
        entries: [{ content: "look", status: "in_progress", priority: "high" }],
      },
      { sessionUpdate: "usage_update", used: 3, size: 10 },
    ]);
  });

  it("show a changed file as the old and the new text", async () => {
    await using client = await connectV1ToV2(createEditingHarness());
    await client.prompt(await client.create(), "x");
    expect(client.updates[0]).toMatchObject({
      sessionUpdate: "tool_call",
      kind: "edit",
      content: [{ type: "diff", path: "/p/a.txt", oldText: "a\nb\n", newText: "a\nc\n" }],
    });
    expect(client.updates).toContainEqual(
      expect.objectContaining({ toolCallId: "c1", status: "completed" }),
    );
  });

  it("show a command as the client can, with its output and its end", async () => {
    await using bash = createBashHarness();
    await using client = await connectV1ToV2(bash.harness);
    const sessionId = await client.create("/");
    await client.prompt(sessionId, "echo out; exit 3");
    expect(client.updates[0]).toMatchObject({
      sessionUpdate: "tool_call",
      title: "echo out; exit 3",
      kind: "execute",
      _meta: { terminal_info: { cwd: "/" } },
    });
    const meta = client.updates.map(({ _meta }) => toFields(_meta));
    const output = meta.map((each) => toFields(each["terminal_output"])["data"]);
    expect(output.filter((data) => data !== undefined)).toEqual(["out\n"]);
    const exits = meta.flatMap((each) => each["terminal_exit"] ?? []);
    expect(exits).toEqual([{ terminal_id: "c1", exit_code: 3, signal: null }]);
    expect(client.updates.at(-1)).toMatchObject({ status: "failed" });
  });

  it("show a command as text to a client that shows nothing else", async () => {
    await using bash = createBashHarness();
    await using client = await connectV1ToV2(bash.harness, { capabilities: {} });
    await client.prompt(await client.create("/"), "echo out");
    const last = client.updates.at(-1);
    expect(last).toMatchObject({ status: "completed" });
    expect(JSON.stringify(last?.["content"])).toContain("```console\\nout\\n```");
    expect(JSON.stringify(client.updates)).not.toContain("terminal_");
  });

  it("stop one command and go on with the turn", async () => {
    await using bash = createBashHarness();
    await using client = await connectV1ToV2(bash.harness);
    const sessionId = await client.create("/");
    const turn = client.prompt(sessionId, "echo started; sleep 1000");
    await until(() => JSON.stringify(client.updates).includes('"data":"started'));
    const terminalId = client.updates[0]?.["toolCallId"];
    const params = { sessionId, terminalId };
    expect(await client.agent.request("_termwire/terminal/cancel", params)).toEqual({});
    expect(await turn).toEqual({ stopReason: "end_turn" });
    expect(client.updates.at(-1)).toMatchObject({ status: "failed" });
    expect(client.updates).toContainEqual(
      expect.objectContaining({ rawOutput: expect.objectContaining({ cause: "stopped" }) }),
    );
    expect(JSON.stringify(client.updates)).toContain('"signal":"SIGTERM"');
  });
});
