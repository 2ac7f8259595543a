import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { connectClient } from "./connect-client.ts";
import { findProcesses, uniqueSleep, untilGone, untilRunning } from "./processes.ts";

describe("a host with something broken in it", () => {
  it("says that a command could not be started, and nothing of what is inside", async () => {
    await using client = await connectClient({ fault: "start fails" });
    const failure = await client.create("echo ran").catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: -32603,
      message: "this client could not start this command",
      data: { reason: "failed" },
    });
    expect(JSON.stringify(failure)).not.toContain("secret");
  });

  it("case 92: keeps a terminal whose tree would not end, and releases it when asked again", async () => {
    await using client = await connectClient({ fault: "kill fails once" });
    const sleep = uniqueSleep();
    const terminalId = await client.create(`echo kept; exec ${sleep}`);
    await untilRunning(sleep);
    const failure = await client.call("release", { terminalId }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: -32603,
      message: "this client could not release this terminal",
    });
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect(await client.call("output", { terminalId })).toMatchObject({ output: "kept\n" });
    expect(await client.call("release", { terminalId })).toEqual({});
    expect(findProcesses(sleep)).toEqual([]);
  });

  it("runs commands as ever when its listener throws", async () => {
    await using client = await connectClient({ fault: "listener throws" });
    const terminalId = await client.create("echo one; sleep 0.1; echo two");
    expect(await client.finish(terminalId)).toMatchObject({ output: "one\ntwo\n" });
    expect(await client.call("release", { terminalId })).toEqual({});
  });
});

describe("a command that cannot be started yet (case 96)", () => {
  it("keeps no other from being started: a question nobody answers", async () => {
    await using client = await connectClient({ policy: "answers the second" });
    const unanswered = client.create("echo never");
    unanswered.catch(() => undefined);
    const terminalId = await client.create("echo on");
    expect(await client.finish(terminalId)).toMatchObject({ output: "on\n" });
    await client.closeSession();
    await expect(unanswered).rejects.toMatchObject({ message: "the session is closed" });
  });

  it("keeps no other from being started: a tree that would not end makes its place all the same", async () => {
    const client = await connectClient({
      fault: "nothing ends",
      limits: { retainedPerSession: 2 },
    });
    const ids: string[] = [];
    for (let index = 0; index < 4; index++) {
      const terminalId = await client.create(`echo ${index}`);
      expect(await client.finish(terminalId)).toMatchObject({ output: `${index}\n` });
      ids.push(terminalId);
    }
    await expect(client.call("output", { terminalId: ids[0] })).rejects.toMatchObject({
      code: -32602,
    });
    client.child.kill("SIGKILL");
    await client.ended;
  });
});

describe("a session that closes", () => {
  it("answers who waits for a person's answer that will never come", async () => {
    await using client = await connectClient({ policy: "never answers" });
    const created = client.create("echo ran").catch((error: unknown) => error);
    while (client.events.length === 0) await turn();
    await client.closeSession();
    expect(await created).toMatchObject({ code: -32000, message: "the session is closed" });
    expect(client.events.map(({ event }) => event.type)).toEqual(["asked"]);
  });

  it("ends its commands and answers who waits for them (cases 42, 43)", async () => {
    await using client = await connectClient();
    const sleep = uniqueSleep();
    const terminalId = await client.create(`${sleep} & ${sleep}`);
    const wait = client.call("wait_for_exit", { terminalId });
    await untilRunning(sleep);
    await client.closeSession();
    expect(await wait).toEqual({ exitCode: null, signal: "SIGTERM" });
    await untilGone(sleep);
    await expect(client.call("output", { terminalId })).rejects.toMatchObject({ code: -32602 });
    await expect(client.create("echo ran")).rejects.toMatchObject({ code: -32602 });
  });
});

describe("odd requests", () => {
  it("are taken when what is odd is null or for others to read", async () => {
    await using client = await connectClient();
    const nulls = { args: null, env: null, cwd: null, outputByteLimit: null, _meta: { a: 1 } };
    const terminalId = await client.create("echo taken", nulls);
    expect(await client.finish(terminalId)).toMatchObject({ output: "taken\n" });
  });

  it("about terminals no host would make get errors as short as they are long", async () => {
    await using client = await connectClient();
    const ids = [1, null, true, {}, ["x"], "", "\u0000", "__proto__", "☃".repeat(999_999)];
    const failures = ids.flatMap((terminalId) =>
      ["output", "wait_for_exit", "kill", "release"].map((method) =>
        client.call(method, { terminalId }).catch((error: unknown) => error),
      ),
    );
    for (const failure of await Promise.all(failures)) {
      expect(failure).toMatchObject({
        code: -32602,
        message: expect.stringMatching(/^no terminal .* in this session; it has none$/),
      });
      expect(JSON.stringify(failure).length).toBeLessThan(500);
    }
  });
});

describe("an agent that never releases", () => {
  it("case 90: has the oldest of all its sessions' terminals given away for a new one", async () => {
    await using client = await connectClient({
      sessions: 2,
      limits: { retainedPerConnection: 3 },
    });
    const ids: string[] = [];
    for (const sessionId of ["s1", "s1", "s1", "s2", "s2"]) {
      const terminalId = await client.create("true", { sessionId });
      await client.call("wait_for_exit", { terminalId, sessionId });
      ids.push(terminalId);
    }
    const kept = await Promise.allSettled(
      ids.map((terminalId, index) =>
        client.call("output", { terminalId, sessionId: index < 3 ? "s1" : "s2" }),
      ),
    );
    expect(kept.map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
  });

  it("has as many terminals as it may when it asks for more at once", async () => {
    await using client = await connectClient({ limits: { retainedPerSession: 4 } });
    const created = await Promise.allSettled(
      Array.from({ length: 12 }, () => client.create("sleep 600")),
    );
    expect(created.filter(({ status }) => status === "fulfilled").length).toBe(4);
  });
});
