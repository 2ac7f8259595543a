import { describe, expect, it } from "vitest";
import { terminalHost } from "@termwire/acp/client";
import { createLocalRunner } from "@termwire/process";
import type { TerminalEvent } from "@termwire/terminal";
import { connectClient } from "./connect-client.ts";
import { findProcesses, uniqueSleep, untilGone, untilRunning } from "./processes.ts";

/** A busy machine takes its time to start and end 150 processes. */
const FIFTY_MS = 150_000;

/** What an agent may do with a terminal while it has it, in any order. */
function randomSteps(): readonly string[] {
  const steps = ["output", "wait_for_exit", "kill"];
  return Array.from({ length: Math.floor(Math.random() * 6) }).map(
    () => steps[Math.floor(Math.random() * steps.length)] ?? "output",
  );
}

describe("sessions of one connection", () => {
  it("cannot reach one another's terminals, and learn nothing of their ids", async () => {
    await using client = await connectClient({ sessions: 2 });
    const terminalId = await client.create("echo secret; sleep 600", { sessionId: "s1" });
    for (const method of ["output", "wait_for_exit", "kill", "release"]) {
      const other = client.call(method, { terminalId, sessionId: "s2" });
      const unknown = client.call(method, { terminalId: "term_nobody", sessionId: "s2" });
      const [mine, never] = await Promise.allSettled([other, unknown]);
      expect(mine).toMatchObject({ status: "rejected", reason: { code: -32602 } });
      expect(JSON.stringify(mine).replaceAll(terminalId, "term_nobody")).toBe(
        JSON.stringify(never),
      );
    }
    expect(await client.call("output", { terminalId })).toMatchObject({
      output: expect.any(String),
    });
  });

  it(
    "stay whole with 50 commands at once, killed and released at random",
    async () => {
      await using client = await connectClient({ sessions: 5 });
      const sleep = uniqueSleep();
      await client.call("release", { terminalId: await client.create("true") });
      const before = await client.resources();
      const runs = Array.from({ length: 50 }, async (_, index) => {
        const sessionId = `s${(index % 5) + 1}`;
        const line = `echo ${index}; setsid ${sleep} & ${sleep} & exec ${sleep}`;
        const ref = { sessionId, terminalId: await client.create(line, { sessionId }) };
        const waits = [client.call("wait_for_exit", ref)];
        const stranger = { ...ref, sessionId: `s${((index + 1) % 5) + 1}` };
        await expect(client.call("output", stranger)).rejects.toMatchObject({ code: -32602 });
        for (const step of randomSteps()) {
          if (step === "wait_for_exit") waits.push(client.call(step, ref));
          else await client.call(step, ref);
        }
        await client.call("release", ref);
        for (const wait of waits) {
          expect(await wait).toEqual({ exitCode: null, signal: "SIGTERM" });
        }
        await expect(client.call("output", ref)).rejects.toMatchObject({ code: -32602 });
      });
      await Promise.all(runs);
      expect(findProcesses(sleep)).toEqual([]);
      await expect.poll(() => client.resources()).toEqual(before);
    },
    FIFTY_MS,
  );

  it("make room by their oldest ended terminal when an agent never releases (case 90)", async () => {
    await using client = await connectClient({ limits: { retainedPerSession: 3 } });
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const terminalId = await client.create(`echo ${index}`);
      await client.finish(terminalId);
      ids.push(terminalId);
    }
    await expect(client.call("output", { terminalId: ids[1] })).rejects.toMatchObject({
      code: -32602,
    });
    expect(await client.call("output", { terminalId: ids[4] })).toMatchObject({ output: "4\n" });
  });

  it("refuse a command over the quota with an error that says so, and go on", async () => {
    await using client = await connectClient({
      sessions: 2,
      limits: { runningPerSession: 2, runningPerConnection: 3 },
    });
    const started = [await client.create("sleep 600"), await client.create("sleep 600")];
    await expect(client.create("echo x")).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("runs 2 commands already"),
    });
    await client.create("sleep 600", { sessionId: "s2" });
    await expect(client.create("echo x", { sessionId: "s2" })).rejects.toMatchObject({
      message: expect.stringContaining("runs 3 commands already"),
    });
    await client.call("kill", { terminalId: started[0] });
    expect(await client.finish(await client.create("echo again"))).toMatchObject({
      output: "again\n",
    });
  });

  it("hold their quota against commands that are created at the same time", async () => {
    await using client = await connectClient({ limits: { runningPerSession: 4 } });
    const created = await Promise.allSettled(
      Array.from({ length: 20 }, () => client.create("sleep 600")),
    );
    expect(created.filter(({ status }) => status === "fulfilled").length).toBe(4);
  });
});

describe("the policy", () => {
  it("refuses by directory, and nothing is started", async () => {
    await using client = await connectClient({ cwd: "/usr", policy: "roots" });
    expect(await client.finish(await client.create("pwd", { cwd: "/usr/bin" }))).toMatchObject({
      output: expect.stringContaining("bin"),
    });
    for (const cwd of ["/", "/usr/../etc", "/usrlocal", "/etc"]) {
      await expect(client.create("echo ran", { cwd })).rejects.toMatchObject({
        message: expect.stringContaining("did not allow"),
      });
    }
    expect(client.events.filter(({ event }) => event.type === "terminal-started").length).toBe(1);
  });

  it("refuses names in the environment", async () => {
    await using client = await connectClient({ policy: "environment" });
    const env = [{ name: "LD_PRELOAD", value: "/x.so" }];
    await expect(client.create("echo ran", { env })).rejects.toMatchObject({
      message: expect.stringContaining("may not set LD_PRELOAD"),
    });
  });

  it("cases 192, 197: refuses in the person's words, and when the question fails", async () => {
    await using refused = await connectClient({ policy: "refuse" });
    await expect(refused.create("touch /tmp/ran")).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("the person said no"),
    });
    await using broken = await connectClient({ policy: "throws" });
    const refusal = await broken.create("echo ran").catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: -32000, message: expect.stringMatching(/not allow/) });
    expect(JSON.stringify(refusal)).not.toContain("secret");
    expect(broken.events).toEqual([]);
  });
});

describe("a client that goes away in the middle", () => {
  it("case 94: leaves nothing of commands that are waited for", async () => {
    const sleep = uniqueSleep();
    const client = await connectClient();
    const terminalId = await client.create(`${sleep} & ${sleep}`);
    const wait = client.call("wait_for_exit", { terminalId });
    wait.catch(() => undefined);
    await untilRunning(sleep);
    client.child.stdin.end();
    await client.ended;
    await expect(wait).rejects.toThrow();
    await untilGone(sleep);
  });
});

describe("the card of a command that is not the agent's to end", () => {
  async function endBy(end: "close session" | "dispose") {
    const events: TerminalEvent[] = [];
    const host = terminalHost({
      runner: createLocalRunner(),
      onEvent: (_, event) => void events.push(event),
    }).connect();
    host.openSession("s1", "/");
    const sleep = uniqueSleep();
    await host.create({ sessionId: "s1", command: sleep });
    await (end === "dispose" ? host.dispose() : host.closeSession("s1"));
    expect(findProcesses(sleep)).toEqual([]);
    return events.at(-1);
  }

  it("says that the connection went, or that its session was closed", async () => {
    const ended = { type: "terminal-ended", ending: { kind: "signaled", signal: "SIGTERM" } };
    const gone = await endBy("dispose");
    expect(gone).toMatchObject({ ...ended, ending: { ...ended.ending, cause: "disconnected" } });
    const closed = await endBy("close session");
    expect(closed).toMatchObject({ ...ended, ending: { ...ended.ending, cause: "stopped" } });
  });
});
