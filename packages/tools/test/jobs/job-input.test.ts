import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { createBashTool } from "@termwire/tools";
import {
  backgroundOf,
  completedOf,
  createSessionTools,
  type SessionTools,
} from "../session-tools.ts";
import { until } from "../watch-processes.ts";

let session: SessionTools;

beforeEach(async () => {
  session = await createSessionTools();
});

afterEach(async () => {
  await session[Symbol.asyncDispose]();
});

const canTell = process.platform === "linux";

describe("a command with a terminal", () => {
  it("has one of 120 by 30, or what the tool says", async () => {
    const tty = { command: "stty size; [ -t 0 ] && [ -t 1 ] && echo yes", tty: true };
    expect((await session.call("bash", tty)).text).toBe("30 120\nyes");
    await using narrow = await createSessionTools({ size: { cols: 40, rows: 10 } });
    expect((await narrow.call("bash", tty)).text).toBe("10 40\nyes");
    expect((await session.call("bash", { command: "[ -t 1 ] || echo no" })).text).toBe("no");
  });

  it("keeps its ending, whatever that is", async () => {
    const outcome = await session.call("bash", { command: "echo out; exit 3", tty: true });
    expect(outcome).toMatchObject({ text: "out\n[exit code: 3]", failed: true });
  });

  it("waits for nobody where nobody can answer (case 144)", async () => {
    const outcome = await createBashTool()
      .prepare({ command: "read -p 'type something: ' x; echo got: $x", tty: true })
      .run({
        callId: "call_1",
        session: { cwd: session.cwd },
        runner: createLocalRunner(),
        signal: new AbortController().signal,
        showTerminal: () => undefined,
      });
    expect(completedOf(outcome).ending).toMatchObject({ kind: "exited" });
    expect(outcome.text).toMatch(/got:/);
  });

  it("becomes a job when it waits for input, and can be answered (cases 144, 145)", async (ctx) => {
    ctx.skip(!canTell, "only /proc tells who reads a terminal");
    const outcome = await session.call("bash", {
      command: "read -p 'Install? [Y/n] ' x; echo got: $x",
      tty: true,
    });
    const { job } = backgroundOf(outcome);
    expect(outcome.text).toBe(`Install? [Y/n] \n[waiting for input in the background as ${job}]`);
    expect((await session.call("job_list", {})).text).toContain("waiting for input");
    await session.call("job_input", { job, text: "Y", keys: ["enter"] });
    await until(() => session.jobs.resolve(job).state === "ended");
    expect(session.jobs.resolve(job).completion?.ending).toMatchObject({ code: 0 });
  });
});

describe("typing into a job", () => {
  it("gives the program its line and returns what it answers", async () => {
    // Without an echo: what comes first is the answer.
    const command = "stty -echo; echo ready; read x; echo got: $x; sleep 60";
    const job = await session.startJob(command, { tty: true });
    await until(() => job.unread.bytes === 7);
    const outcome = await session.call("job_input", { job: job.id, text: "hello\n" });
    expect(outcome.failed).toBe(false);
    expect(outcome.text).toMatch(/ready\ngot: hello\n\[running for/);
  });

  it("shows all of what is typed before it is, as something that runs", () => {
    const { view } = session.prepare("job_input", {
      job: "job_1",
      text: "rm -rf x\n\u001B[A",
      keys: ["ctrl-c", "enter"],
    });
    expect(view).toEqual({
      card: "generic",
      title: "Type into job_1: rm -rf x\\n\\x1b[A <ctrl-c> <enter>",
      kind: "execute",
    });
  });

  it("has keys that end a program and its input", async () => {
    const cat = await session.startJob("cat; echo end of input; sleep 60", { tty: true });
    await session.call("job_input", { job: cat.id, text: "a", keys: ["enter", "ctrl-d"] });
    await until(() =>
      new TextDecoder().decode(cat.command.output.read(0).bytes).includes("end of"),
    );
    const sleeper = await session.startJob("echo ready; exec sleep 60", { tty: true });
    await until(() => sleeper.unread.bytes >= 7);
    await session.call("job_input", { job: sleeper.id, keys: ["ctrl-c"] });
    await until(() => sleeper.state === "ended");
    expect(sleeper.completion?.ending).toMatchObject({ kind: "signaled", signal: "SIGINT" });
  });

  it("is refused, with what to do instead, for a job without a terminal", async () => {
    const job = await session.startJob("sleep 60");
    const outcome = await session.call("job_input", { job: job.id, text: "x" });
    expect(outcome).toMatchObject({ failed: true });
    expect(outcome.text).toMatch(/^job_\w+ takes no input: it has no terminal\..*"tty": true/);
  });

  it("is refused for one that has ended", async () => {
    const job = await session.startJob("true", { tty: true });
    await until(() => job.state === "ended");
    const outcome = await session.call("job_input", { job: job.id, text: "x" });
    expect(outcome.text).toBe(`${job.id} takes no input: it has ended`);
  });

  it("is not done in a turn that was cancelled", async () => {
    const job = await session.startJob("cat", { tty: true });
    session.turn.abort();
    const outcome = await session.call("job_input", { job: job.id, text: "x\n" });
    expect(outcome.text).toBe("The call was cancelled.");
    expect(job.command.output.endOffset).toBe(0);
  });
});
