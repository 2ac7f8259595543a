import { describe, expect, it } from "vitest";
import type { Ending } from "@termwire/terminal";
import type { JobFacts } from "./job-facts.ts";
import { createJobNotice } from "./job-notice.ts";

const job: JobFacts = {
  id: "job_1",
  command: "npm test",
  description: null,
  cwd: "/p",
  origin: "started",
  state: "ended",
  ending: { kind: "exited", code: 2, cause: "exit" },
  sandboxDenial: null,
  durationMs: 1_000,
  isWaitingForInput: false,
  unreadBytes: 5,
};

describe("a notice", () => {
  it("says which job, how it ended and what there is to read", () => {
    expect(createJobNotice(job, true).text).toBe(
      "[background job job_1 (npm test): exit 2 after 1.0 s; job_output has 5 bytes you have not read]",
    );
  });

  it("is one line, however long or odd the command is", () => {
    const { text } = createJobNotice({ ...job, command: `a\n${"b".repeat(500)}` }, true);
    expect(text).toMatch(/^\[background job job_1 \(a\\nb{117}\): exit 2 [^\n]*\]$/);
  });

  it.each<[string, Partial<JobFacts>, boolean]>([
    ["that ended by itself", {}, true],
    ["that was moved to the background", { origin: "moved" }, true],
    ["whose command ended and left processes behind", { state: "left-running" }, true],
    ["whose time was over", ended("timeout"), true],
    ["that could not start", ended("not-started"), true],
    ["that somebody stopped", ended("stopped"), false],
    ["that was cancelled", ended("cancelled"), false],
    ["that nobody started as a job", { origin: "left-behind" }, false],
    ["whose command has not ended", { state: "running", ending: null }, false],
  ])("of one %s is news: %j", (_what, facts, isNews) => {
    expect(createJobNotice({ ...job, ...facts }, true).isNews).toBe(isNews);
    expect(createJobNotice({ ...job, ...facts }, false).isNews).toBe(false);
  });
});

function ended(cause: Ending["cause"]): Partial<JobFacts> {
  return { ending: { kind: "signaled", signal: "SIGTERM", cause } };
}
