import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBashTool } from "@termwire/tools";
import {
  backgroundOf,
  completedOf,
  createSessionTools,
  type SessionTools,
} from "../session-tools.ts";
import { isAlive, until, waitFor } from "../watch-processes.ts";

let session: SessionTools;

beforeEach(async () => {
  session = await createSessionTools();
});

afterEach(async () => {
  await session[Symbol.asyncDispose]();
});

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
    const limited = await session.startJob("echo a; sleep 60", { timeoutMs: 1_500 });
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
    expect(await session.readJobOutput(job)).toBe("");
    await session.touch("go");
    await until(() => session.jobs.resolve(job).unread.bytes === 5);
    expect(await session.readJobOutput(job)).toBe("late");
  });

  it("is noticed when the last of it ends by itself", async () => {
    const outcome = await session.call("bash", { command: `(${waitFor("go")}) & echo started` });
    const { job } = completedOf(outcome);
    expect(session.jobs.takeNotices()).toEqual([]);
    await session.touch("go");
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
    await session.touch("go");
    await until(() => job.unread.bytes === 2);
    expect(await session.readJobOutput(job.id)).toBe("b");
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
