import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createBashTool,
  createJobs,
  readJobFacts,
  type JobNotice,
  type JobReport,
} from "@termwire/tools";
import {
  backgroundOf,
  completedOf,
  createSessionTools,
  isAlive,
  until,
  type SessionTools,
} from "./session-tools.ts";

let session: SessionTools;

beforeEach(async () => {
  session = await createSessionTools();
});

afterEach(async () => {
  await session[Symbol.asyncDispose]();
});

const touch = (name: string): Promise<void> => writeFile(join(session.cwd, name), "");
const waitFor = (name: string): string => `until [ -e ${name} ]; do sleep 0.02; done`;
const output = async (job: string): Promise<string> =>
  ((await session.call("job_output", { job })).result as JobReport).output; // the tool made it

describe("a command in the background", () => {
  it("is acknowledged at once with the job it is, and shown (cases 73, 74)", async () => {
    const prepared = session.prepare("bash", {
      command: "echo a; sleep 60",
      description: "Serve",
      run_in_background: true,
    });
    expect(prepared.view).toEqual({
      card: "terminal",
      title: "echo a; sleep 60",
      description: "Serve",
      background: true,
    });
    const outcome = await session.call("bash", {
      command: "echo a; sleep 60",
      description: "Serve",
      run_in_background: true,
    });
    const { job, origin } = backgroundOf(outcome);
    expect(origin).toBe("started");
    expect(outcome).toMatchObject({
      text: `[running in the background as ${job}]`,
      failed: false,
      view: { card: "generic", content: [{ text: outcome.text, fence: "text" }] },
    });
    expect(session.shown).toHaveLength(1);
    expect(session.jobs.resolve(job)).toMatchObject({
      command: session.shown[0],
      callId: "call_1",
      description: "Serve",
      state: "running",
    });
  });

  it("has no time limit but the one it is given (cases 152, 154)", async () => {
    const endless = await session.startJob("sleep 60");
    expect(endless.command.spec).toMatchObject({ timeoutMs: null, idleTimeoutMs: null });
    const limited = await session.startJob("echo a; sleep 60", { timeoutMs: 300 });
    const outcome = await session.call("job_wait", { job: limited.id });
    expect(outcome.text).toMatch(/\na\n\[timed out, SIGTERM after [\d.]+ s\]$/);
  });

  it("is a failed call when it cannot start, and no job", async () => {
    const outcome = await session.call("bash", {
      command: "ls",
      workdir: "missing",
      run_in_background: true,
    });
    expect(outcome).toMatchObject({ failed: true, view: { card: "generic" } });
    expect(outcome.text).toContain(join(session.cwd, "missing"));
    expect(session.jobs.list()).toEqual([]);
  });

  it("outlives the turn that started it, and the next ones (case 56)", async () => {
    const job = await session.startJob("echo $$ > pid; sleep 60");
    const pid = await session.readPid("pid");
    session.turn.abort();
    const late = await session.call("bash", { command: "sleep 60" });
    expect(late.failed).toBe(true);
    expect(job.state).toBe("running");
    expect(isAlive(pid)).toBe(true);
  });

  it("is not started when its turn was cancelled, nor left when it is cancelled meanwhile", async () => {
    const stopping: typeof session.runner = {
      ...session.runner,
      start: async (spec) => {
        const command = await session.runner.start(spec);
        session.turn.abort();
        return command;
      },
    };
    const input = { command: "echo $$ > pid; exec sleep 60", run_in_background: true };
    const outcome = await session.call("bash", input, { runner: stopping });
    expect(outcome).toMatchObject({ text: "The call was cancelled.", failed: true });
    await until(() => session.jobs.list().every(({ state }) => state === "ended"));
    expect(session.jobs.takeNotices()).toEqual([]);
    const again = await session.call("bash", input);
    expect(again.text).toBe("The call was cancelled.");
    expect(session.jobs.list()).toHaveLength(1);
  });

  it("is refused where there is none", async () => {
    await using plain = await createSessionTools();
    const call = createBashTool().prepare({ command: "ls", run_in_background: true });
    const outcome = await call.run({
      callId: "call_1",
      session: { cwd: plain.cwd },
      runner: plain.runner,
      signal: new AbortController().signal,
      showTerminal: () => undefined,
    });
    expect(outcome).toMatchObject({
      failed: true,
      text: "bash: nothing can run in the background here",
    });
  });
});

describe("what a job has printed", () => {
  it("is given with the job it is from, and never twice (case 72)", async () => {
    const job = await session.startJob(`echo one; ${waitFor("go")}; echo two; sleep 60`);
    await until(() => job.unread.bytes === 4);
    const first = await session.call("job_output", { job: job.id });
    expect(first.text).toMatch(
      new RegExp(`^${job.id}: echo one; until .*\\none\\n\\[running for [\\d.]+ s\\]$`),
    );
    expect(first.view).toMatchObject({
      card: "generic",
      title: expect.stringContaining(job.id),
      content: [{ text: "one", fence: "console" }, { text: expect.stringContaining("running") }],
    });
    expect((await session.call("job_output", { job: job.id })).text).toContain("[no new output]");
    await touch("go");
    await until(() => job.unread.bytes === 4);
    expect(await output(job.id)).toBe("two");
  });

  it("is shared out between two that ask at once", async () => {
    const job = await session.startJob("seq 1 1000; sleep 60");
    await until(() => job.unread.bytes === 3893);
    const both = await Promise.all([output(job.id), output(job.id)]);
    expect(both.toSorted().map((text) => text.length)).toEqual([0, 3892]);
  });

  it("is bounded, and says exactly what is left out and where it is (cases 172, 173)", async () => {
    const job = await session.startJob("seq 1 100000; sleep 60");
    await until(() => job.unread.bytes === 588_895);
    const { result, text } = await session.call("job_output", { job: job.id });
    const report = result as JobReport; // the tool made it
    expect(text.length).toBeLessThan(33_500);
    expect(report).toMatchObject({ newBytes: 588_895, job: { unreadBytes: 0 } });
    expect(report.output).toContain(
      `\n[… ${report.omittedBytes} bytes omitted; full output: ${report.spill?.path}]\n`,
    );
  });

  it("counts what memory no longer holds as left out", async () => {
    await using small = await createSessionTools({ outputLimitBytes: 1_000 });
    const job = await small.startJob("seq 1 100000; sleep 60");
    await until(() => job.unread.bytes === 588_895);
    const { result } = await small.call("job_output", { job: job.id });
    const report = result as JobReport; // the tool made it
    expect(report.newBytes).toBe(588_895);
    const [, tail = ""] = report.output.split("]\n");
    expect(tail.endsWith("99999\n100000")).toBe(true);
    expect(report.omittedBytes + tail.length + 1).toBe(588_895);
  });

  it("is plain text, and a character that comes in two parts stays whole (case 126)", async () => {
    const job = await session.startJob(
      `printf 'a\\0\\033[31mb\\303'; ${waitFor("go")}; printf '\\244\\033[0mc\\n'; sleep 60`,
    );
    await until(() => job.unread.bytes === 9);
    expect(await output(job.id)).toBe("ab");
    await touch("go");
    await until(() => job.unread.bytes > 4);
    expect(await output(job.id)).toBe("äc");
  });

  it("can still be read after its end, with how it ended (cases 75, 164)", async () => {
    const job = await session.startJob("echo before-kill; kill -KILL $$");
    await until(() => job.state === "ended");
    const { text } = await session.call("job_output", { job: job.id });
    expect(text).toMatch(/\nbefore-kill\n\[SIGKILL after [\d.]+ s\]$/);
    expect((await session.call("job_output", { job: job.id })).text).toContain("[no new output]");
  });

  it("is asked for by a name there is", async () => {
    const job = await session.startJob("sleep 60");
    for (const tool of ["job_output", "job_wait", "job_kill"]) {
      const outcome = await session.call(tool, { job: "job_x" });
      expect(outcome).toMatchObject({ failed: true, text: `no job "job_x"; there is ${job.id}` });
    }
  });
});

describe("waiting for a job", () => {
  it("ends with it, and gives its output and ending (case 75)", async () => {
    const job = await session.startJob(`${waitFor("go")}; echo done; exit 3`);
    const waiting = session.call("job_wait", { job: job.id });
    await touch("go");
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

describe("what a command in the foreground leaves running", () => {
  it("is a job, listed with where it comes from, and can be stopped (case 36)", async () => {
    const outcome = await session.call("bash", {
      command: "for i in 1 2 3; do yes >/dev/null & done; echo $! > pid; echo started",
    });
    const { job, leftRunning } = completedOf(outcome);
    expect(leftRunning).toBe(true);
    expect(outcome.text).toBe(`started\n[background processes are still running as ${job}]`);
    const pid = await session.readPid("pid");
    const list = (await session.call("job_list", {})).text;
    expect(list).toContain(`${job}: for i in 1 2 3`);
    expect(list).toContain("processes it left behind are still running; left behind by a command");
    await session.call("job_kill", { job });
    await until(() => !isAlive(pid));
    expect((await session.call("job_list", {})).text).not.toContain("still running");
  });

  it("cannot get away by a shell without job control (case 39)", async () => {
    const outcome = await session.call("bash", {
      command: "sleep 600 & echo $! > pid; sleep 0; kill %1 2>/dev/null || echo failed",
    });
    const pid = await session.readPid("pid");
    const { job, ending } = completedOf(outcome);
    expect(ending).toMatchObject({ kind: "exited" });
    // A shell may have job control after all, and its kill have worked.
    if (job !== null) await session.call("job_kill", { job });
    await until(() => !isAlive(pid));
  });

  it("goes on printing into the job, from where the call's result ended", async () => {
    const outcome = await session.call("bash", {
      command: `echo first; (${waitFor("go")}; echo late; sleep 60) &`,
    });
    const { job } = completedOf(outcome);
    expect(outcome.text).toMatch(/^first\n/);
    if (job === null) throw new Error("nothing was left running");
    expect(await output(job)).toBe("");
    await touch("go");
    await until(() => session.jobs.resolve(job).unread.bytes === 5);
    expect(await output(job)).toBe("late");
  });

  it("is noticed when the last of it ends by itself", async () => {
    const outcome = await session.call("bash", { command: `(${waitFor("go")}) & echo started` });
    const { job } = completedOf(outcome);
    expect(session.jobs.takeNotices()).toEqual([]);
    await touch("go");
    await until(() => session.jobs.list()[0]?.state === "ended");
    expect(session.jobs.takeNotices()).toMatchObject([{ job: { id: job, state: "ended" } }]);
  });

  it("is no job when it is only just ending", async () => {
    await session.call("bash", { command: "sleep 0 & wait; echo done" });
    expect(session.jobs.list()).toEqual([]);
  });
});

describe("moving a running command to the background", () => {
  it("ends its call with what it printed so far, and loses nothing (cases 76, 152)", async () => {
    const call = session.call("bash", {
      command: `echo a; ${waitFor("go")}; echo b; sleep 60`,
      description: "Watch",
    });
    await until(() => session.shown[0]?.output.endOffset === 2);
    const [command] = session.shown;
    if (command === undefined) throw new Error("nothing was shown");
    const job = session.jobs.adopt(command, { origin: "moved" });
    const outcome = await call;
    expect(outcome.text).toBe(`a\n[moved to the background as ${job.id}]`);
    expect(outcome.failed).toBe(false);
    await touch("go");
    await until(() => job.unread.bytes === 2);
    expect(await output(job.id)).toBe("b");
    expect(command.output.read(0).bytes).toEqual(new TextEncoder().encode("a\nb\n"));
  });

  it("makes it one job, however often it is asked for", async () => {
    const call = session.call("bash", { command: "sleep 60" });
    await until(() => session.shown.length === 1);
    const [command] = session.shown;
    if (command === undefined) throw new Error("nothing was shown");
    const job = session.jobs.adopt(command, { origin: "moved" });
    expect(session.jobs.adopt(command, { origin: "moved" })).toBe(job);
    expect(await session.jobs.whenAdopted(command)).toBe(job);
    expect(backgroundOf(await call).job).toBe(job.id);
  });

  it("keeps the turn's end from ending it", async () => {
    const call = session.call("bash", { command: "sleep 60" });
    await until(() => session.shown.length === 1);
    const [command] = session.shown;
    if (command === undefined) throw new Error("nothing was shown");
    const job = session.jobs.adopt(command, { origin: "moved" });
    await call;
    session.turn.abort();
    await session.call("job_wait", { job: job.id, timeoutMs: 100 });
    expect(job.state).toBe("running");
  });
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
    await touch("go");
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
