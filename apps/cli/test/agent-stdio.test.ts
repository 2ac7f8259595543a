import { describe, expect, it } from "vitest";
import { createSleepMarker, findProcesses, untilGone, untilRunning } from "./support/processes.ts";
import { startAgent } from "./support/start-agent.ts";

describe("termwire agent", () => {
  it("cases 32, 33: ends its commands and itself when its stdin closes", async () => {
    const marker = createSleepMarker();
    const agent = startAgent();
    const { prompt } = await agent.open();
    prompt(`(trap '' TERM; sleep ${marker}) & sleep ${marker}`).catch(() => undefined);
    await untilRunning(marker);
    expect(await agent.leave()).toBe(0);
    expect(findProcesses(marker)).toEqual([]);
  });

  it("ends its commands when it gets TERM", async () => {
    const marker = createSleepMarker();
    const agent = startAgent();
    const { prompt } = await agent.open();
    prompt(`sleep ${marker} & sleep ${marker}`).catch(() => undefined);
    await untilRunning(marker);
    agent.child.kill("SIGTERM");
    expect(await agent.ended).toBe(143);
    expect(findProcesses(marker)).toEqual([]);
  });

  it("case 53: answers a cancelled prompt with cancelled and takes the next one", async () => {
    const marker = createSleepMarker();
    const agent = startAgent();
    const { sessionId, prompt } = await agent.open();
    const first = prompt(`sleep ${marker}`);
    await untilRunning(marker);
    await agent.connection.agent.notify("session/cancel", { sessionId });
    expect(await first).toEqual({ stopReason: "cancelled" });
    await untilGone(marker);
    expect(await prompt("true")).toEqual({ stopReason: "end_turn" });
    await agent.leave();
  });

  it("case 54: refuses a second prompt while one runs, and works on after it", async () => {
    const marker = createSleepMarker();
    const agent = startAgent();
    const { sessionId, prompt } = await agent.open();
    const first = prompt(`sleep ${marker}`);
    await untilRunning(marker);
    await expect(prompt("true")).rejects.toThrow(/still working/);
    await agent.connection.agent.notify("session/cancel", { sessionId });
    await first;
    await agent.leave();
  });

  it("case 61: ends every tool call it announced", async () => {
    const agent = startAgent();
    const { prompt } = await agent.open();
    await prompt("ls /");
    await prompt("exit 4");
    const announced = agent.updates.filter(({ sessionUpdate }) => sessionUpdate === "tool_call");
    const ended = agent.updates.filter(
      ({ status }) => status === "completed" || status === "failed",
    );
    expect(ended.map(({ toolCallId }) => toolCallId)).toEqual(
      announced.map(({ toolCallId }) => toolCallId),
    );
    expect(ended.map(({ status }) => status)).toEqual(["completed", "failed"]);
    await agent.leave();
  });

  it("case 80: sends a client without the capability neither terminal content nor a _meta key", async () => {
    const agent = startAgent(null);
    const { prompt } = await agent.open();
    await prompt("printf '```\\nx\\n'");
    const wire = JSON.stringify(agent.updates);
    expect(agent.updates.length).toBeGreaterThan(1);
    expect(wire).not.toContain("_meta");
    expect(wire).not.toContain('"terminal"');
    expect(wire).toContain("````console");
    await agent.leave();
  });

  it.each(["relative/dir", "/no/such/dir", "/etc/passwd"])(
    "refuses a session in %s by name",
    async (cwd) => {
      const agent = startAgent();
      await agent.open();
      await expect(
        agent.connection.agent.request("session/new", { cwd, mcpServers: [] }),
      ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(cwd) });
      await agent.leave();
    },
  );

  it("goes on after a line that is no JSON", async () => {
    const agent = startAgent();
    agent.child.stdin.write("this is no json\n[1]\n42\n\n");
    const { prompt } = await agent.open();
    expect(await prompt("true")).toEqual({ stopReason: "end_turn" });
    await agent.leave();
  });
});
