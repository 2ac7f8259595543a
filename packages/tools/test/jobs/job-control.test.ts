import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSessionTools, type SessionTools } from "../session-tools.ts";
import { isAlive, until, waitFor } from "../watch-processes.ts";

let session: SessionTools;

beforeEach(async () => {
  session = await createSessionTools();
});

afterEach(async () => {
  await session[Symbol.asyncDispose]();
});

describe("waiting for a job", () => {
  it("ends with it, and gives its output and ending (case 75)", async () => {
    const job = await session.startJob(`${waitFor("go")}; echo done; exit 3`);
    const waiting = session.call("job_wait", { job: job.id });
    await session.touch("go");
    expect((await waiting).text).toMatch(/\ndone\n\[exit 3 after [\d.]+ s\]$/);
    expect((await session.call("job_wait", { job: job.id })).text).toContain("[exit 3 after");
  });

  it("is bounded, and never ends the job (case 155)", async () => {
    const job = await session.startJob("echo a; sleep 1000");
    await until(() => job.unread.bytes === 2);
    const outcome = await session.call("job_wait", { job: job.id, timeoutMs: 50 });
    expect(outcome.text).toMatch(
      /\na\n\[waited 50ms, it has not ended\]\n\[running for [\d.]+ s\]$/,
    );
    expect(outcome.failed).toBe(false);
    expect(job.state).toBe("running");
  });

  it("ends with the turn, and leaves the job and its output alone", async () => {
    const job = await session.startJob("echo a; sleep 1000");
    await until(() => job.unread.bytes === 2);
    const waiting = session.call("job_wait", { job: job.id });
    session.turn.abort();
    expect(await waiting).toMatchObject({ text: "The call was cancelled.", failed: true });
    expect(job.state).toBe("running");
    expect(job.unread.bytes).toBe(2);
  });
});

describe("stopping a job", () => {
  it("ends its whole tree, with that cause, and keeps its output (case 58)", async () => {
    const job = await session.startJob("echo a; setsid sleep 600 & echo $! > child; wait");
    const pid = await session.readPid("child");
    await until(() => job.unread.bytes === 2);
    const outcome = await session.call("job_kill", { job: job.id });
    expect(outcome.text).toMatch(/\na\n\[stopped, SIGTERM after [\d.]+ s\]$/);
    expect(outcome.failed).toBe(false);
    await until(() => !isAlive(pid));
    expect(job).toMatchObject({ state: "ended", completion: { ending: { cause: "stopped" } } });
  });

  it("is fine when it has ended already, and changes nothing of how", async () => {
    const job = await session.startJob("exit 4");
    await until(() => job.state === "ended");
    const outcome = await session.call("job_kill", { job: job.id });
    expect(outcome.text).toMatch(/\n\[it had ended already\]\n\[exit 4 after [\d.]+ s\]$/);
  });

  it("leaves the other jobs and the turn alone (case 58)", async () => {
    const other = await session.startJob("sleep 600");
    const job = await session.startJob("sleep 3000");
    await session.call("job_kill", { job: job.id });
    expect(other.state).toBe("running");
    expect((await session.call("bash", { command: "echo on" })).text).toBe("on");
  });
});
