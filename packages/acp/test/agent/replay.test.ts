import { describe, expect, it } from "vitest";
import type { ToolCallBridge } from "@termwire/acp/agent";
import { createBashTool } from "@termwire/tools";
import { connectV1, connectV2 } from "./connect-agent.ts";
import { createScriptedHarness } from "./scripted-harness.ts";

const CALLS = 1_000;
const tool = createBashTool();

/** What a log keeps of a command that printed a hundred lines and was killed. */
const result = {
  kind: "completed",
  ending: { kind: "signaled", signal: "SIGKILL", cause: "timeout" },
  durationMs: 1234,
  timeoutMs: 1000,
  idleTimeoutMs: null,
  timeout: "total",
  sandboxDenial: null,
  output: Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n"),
  totalBytes: 790,
  omittedBytes: 0,
  spill: null,
  leftRunning: false,
  job: null,
  cwd: "/p",
  shell: "/bin/sh",
};

const { harness } = createScriptedHarness({
  keeps: true,
  async replay(bridge: ToolCallBridge) {
    for (let index = 0; index < CALLS; index++) {
      const input = { command: `echo ${index}`, description: "Say it" };
      await bridge.replayTool({ tool, toolName: "bash", input, callId: `c${index}`, result });
    }
  },
});

describe("a session with a thousand commands", { timeout: 120_000 }, () => {
  it("cases 79, 82, 87: comes back by _meta with titles, terminals and endings", async () => {
    await using client = await connectV1(harness);
    const sessionId = await client.create();
    await client.agent.request("session/load", { sessionId, cwd: "/p", mcpServers: [] });
    expect(client.updates.length).toBe(CALLS * 2);
    expect(client.updates.slice(-2)).toMatchObject([
      {
        sessionUpdate: "tool_call",
        title: "echo 999",
        kind: "execute",
        content: [{ type: "content" }, { type: "terminal", terminalId: "c999" }],
        _meta: { terminal_info: { terminal_id: "c999", cwd: "/p" } },
      },
      {
        status: "failed",
        rawOutput: { signal: "SIGKILL", cause: "timeout", durationMs: 1234 },
        _meta: {
          terminal_output: { terminal_id: "c999", data: result.output },
          terminal_exit: { exit_code: null, signal: "SIGKILL" },
        },
      },
    ]);
  });

  it("cases 82, 87: comes back in version 2 with whole, ended terminals that cannot be stopped", async () => {
    await using client = await connectV2(harness);
    const sessionId = await client.create();
    const replayFrom = { type: "start" } as const;
    await client.agent.request("session/resume", { sessionId, cwd: "/p", replayFrom });
    expect(client.updates.length).toBe(CALLS * 2 + 1);
    expect(client.updates.slice(-3)).toMatchObject([
      {
        sessionUpdate: "terminal_update",
        terminalId: "term_c999",
        command: "echo 999",
        cwd: "/p",
        output: { data: Buffer.from(result.output).toString("base64") },
        exitStatus: { signal: "SIGKILL" },
        capabilities: null,
        _meta: { termwire: { cause: "timeout", durationMs: 1234 } },
      },
      {
        sessionUpdate: "tool_call_update",
        title: "echo 999",
        status: "failed",
        content: [{ type: "content" }, { type: "terminal", terminalId: "term_c999" }],
        capabilities: null,
      },
      { sessionUpdate: "state_update", state: "idle", background: [] },
    ]);
    await expect(
      client.agent.request("terminal/cancel", { sessionId, terminalId: "term_c999" }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  it("case 80: comes back as text without a trace of terminals", async () => {
    await using client = await connectV1(harness, { meta: false });
    const sessionId = await client.create();
    const before = process.cpuUsage();
    await client.agent.request("session/load", { sessionId, cwd: "/p", mcpServers: [] });
    const { user, system } = process.cpuUsage(before);
    // Some twenty times the work it is; how long that takes is up to the machine.
    expect((user + system) / 1000).toBeLessThan(10_000);
    expect(client.updates.length).toBe(CALLS * 2);
    const wire = JSON.stringify(client.updates);
    expect(wire).not.toContain("_meta");
    expect(wire).not.toContain('"type":"terminal"');
    expect(wire).toContain("[timed out, SIGKILL]");
  });
});
