import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JobReport } from "@termwire/tools";
import { createSessionTools, type SessionTools } from "../session-tools.ts";
import { until, waitFor } from "../watch-processes.ts";

let session: SessionTools;

beforeEach(async () => {
  session = await createSessionTools();
});

afterEach(async () => {
  await session[Symbol.asyncDispose]();
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
    await session.touch("go");
    await until(() => job.unread.bytes === 4);
    expect(await session.readJobOutput(job.id)).toBe("two");
  });

  it("is shared out between two that ask at once", async () => {
    const job = await session.startJob("seq 1 1000; sleep 60");
    await until(() => job.unread.bytes === 3893);
    const both = await Promise.all([session.readJobOutput(job.id), session.readJobOutput(job.id)]);
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
    expect(await session.readJobOutput(job.id)).toBe("ab");
    await session.touch("go");
    await until(() => job.unread.bytes > 4);
    expect(await session.readJobOutput(job.id)).toBe("äc");
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
