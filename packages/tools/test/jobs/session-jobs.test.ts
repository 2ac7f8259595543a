import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJobs, readJobFacts, type JobNotice } from "@termwire/tools";
import { createSessionTools, type SessionTools } from "../session-tools.ts";
import { isAlive, until, waitFor } from "../watch-processes.ts";

let session: SessionTools;

beforeEach(async () => {
  session = await createSessionTools();
});

afterEach(async () => {
  await session[Symbol.asyncDispose]();
});

describe("a job that ends", () => {
  it("is told of once, to whoever waits between turns (case 73)", async () => {
    const heard: JobNotice[] = [];
    session.jobs.onFinished(() => {
      throw new Error("a listener of its own");
    });
    const dispose = session.jobs.onFinished((notice) => heard.push(notice));
    const job = await session.startJob("echo done; exit 2");
    await until(() => heard.length === 1);
    expect(heard[0]?.text).toMatch(
      new RegExp(
        `^\\[background job ${job.id} \\(echo done; exit 2\\): exit 2 after [\\d.]+ s; ` +
          "job_output has 5 bytes you have not read\\]$",
      ),
    );
    expect(session.jobs.takeNotices()).toEqual(heard);
    expect(session.jobs.takeNotices()).toEqual([]);
    dispose();
    const silent = await session.startJob("true");
    await until(() => silent.state === "ended");
    expect(heard).toHaveLength(1);
  });

  it("is news until it was told, unless the model has stopped it or seen it end (case 73)", async () => {
    const job = await session.startJob("true");
    await until(() => session.jobs.hasNews);
    session.jobs.takeNotices();
    expect(session.jobs.hasNews).toBe(false);
    expect(job.state).toBe("ended");
    const killed = await session.startJob("sleep 60");
    await killed.stop();
    expect(session.jobs.takeNotices().length).toBe(1);
    expect(session.jobs.hasNews).toBe(false);
    const read = await session.startJob("true");
    await until(() => session.jobs.hasNews);
    await session.call("job_output", { job: read.id });
    expect(session.jobs.hasNews).toBe(false);
  });

  it("is not told of when the model has seen it end", async () => {
    const job = await session.startJob("true");
    await session.call("job_wait", { job: job.id });
    const killed = await session.startJob("sleep 60");
    await session.call("job_kill", { job: killed.id });
    expect(session.jobs.takeNotices()).toEqual([]);
  });

  it("is told of when it leaves processes behind, and when those have ended", async () => {
    const heard: string[] = [];
    session.jobs.onFinished(({ job }) => heard.push(job.state));
    const job = await session.startJob(`(${waitFor("go")}) & exit 0`);
    await until(() => job.state === "left-running");
    expect(session.jobs.takeNotices()[0]?.text).toContain("processes it left behind are still");
    await session.touch("go");
    await until(() => job.state === "ended");
    expect(heard).toEqual(["left-running", "ended"]);
  });
});

describe("the jobs of a session", () => {
  it("are gone with it, whole trees, and no more are started", async () => {
    const job = await session.startJob("setsid sleep 600 & echo $! > child; wait");
    await session.call("bash", { command: "sleep 600 & echo $! > left" });
    const pids = [await session.readPid("child"), await session.readPid("left")];
    expect(pids.map(isAlive)).toEqual([true, true]);
    await session.jobs[Symbol.asyncDispose]();
    await session.jobs[Symbol.asyncDispose]();
    await until(() => !pids.some(isAlive));
    const outcome = await session.call("bash", { command: "ls", run_in_background: true });
    expect(outcome).toMatchObject({ failed: true, text: expect.stringContaining("closed") });
    expect(() => session.jobs.adopt(job.command, { origin: "moved" })).toThrow(
      expect.objectContaining({ code: "jobs-closed" }),
    );
  });

  it("are limited in number, also when they are started at once", async () => {
    await using small = await createSessionTools({ limits: { running: 2 } });
    const start = async (): Promise<string> =>
      (await small.call("bash", { command: "sleep 60", run_in_background: true })).text;
    const texts = await Promise.all([start(), start(), start()]);
    const refused = texts.filter((text) => text.startsWith("at most 2 background jobs"));
    expect(refused).toHaveLength(1);
    expect(await start()).toMatch(
      /^at most 2 background jobs may run at once; stop one with job_kill first: job_\w+, job_\w+$/,
    );
    const [first] = small.jobs.list();
    await first?.stop();
    expect(await start()).toMatch(/^\[running in the background as job_\w+\]$/);
  });

  it("are forgotten after their end when there are many, the oldest first", async () => {
    await using small = await createSessionTools({ limits: { ended: 1 } });
    const old = await small.startJob("true");
    await until(() => old.state === "ended");
    const young = await small.startJob("true");
    await until(() => young.state === "ended");
    const running = await small.startJob("sleep 60");
    expect(small.jobs.list().map(({ id }) => id)).toEqual([young.id, running.id]);
    expect(() => small.jobs.resolve(old.id)).toThrow(
      expect.objectContaining({ code: "unknown-job" }),
    );
  });

  it("are listed with what they are and how they are", async () => {
    expect((await session.call("job_list", {})).text).toBe("[no background jobs]");
    const job = await session.startJob("echo a; sleep 60");
    await until(() => job.unread.bytes === 2);
    const { text, view, result } = await session.call("job_list", {});
    expect(text).toMatch(
      new RegExp(
        `^${job.id}: echo a; sleep 60 \\[running for [\\d.]+ s; started in the background; ` +
          `in ${session.cwd}; 2 bytes unread\\]$`,
      ),
    );
    expect(view).toEqual({ card: "generic", content: [{ text, fence: "text" }] });
    expect(result).toMatchObject({
      jobs: [{ ...readJobFacts(job), durationMs: expect.any(Number) }],
    });
  });

  it.each([{ running: -1 }, { ended: 1.5 }])("cannot be limited to %j", (limits) => {
    expect(() => createJobs({ limits })).toThrow(
      expect.objectContaining({ code: "invalid-options" }),
    );
  });
});
