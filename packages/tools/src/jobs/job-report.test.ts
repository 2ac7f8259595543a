import { describe, expect, it } from "vitest";
import { presentJobInputCall } from "./job-input-tool.ts";
import { presentJobList, renderJobList } from "./job-list-tool.ts";
import { presentJobReport, renderJobReport, type JobReport } from "./job-report.ts";

const report: JobReport = Object.freeze({
  job: Object.freeze({
    id: "job_1",
    command: "npm test\n# all",
    description: "Run the tests",
    cwd: "/project",
    origin: "started",
    state: "running",
    ending: null,
    sandboxDenial: null,
    durationMs: 1_000,
    isWaitingForInput: true,
    unreadBytes: 0,
  }),
  output: "ok 1\nok 2",
  newBytes: 10,
  omittedBytes: 0,
  spill: null,
  note: null,
});

describe("a report on a job", () => {
  it("has the real output, which job it is from and how that is (case 72)", () => {
    expect(renderJobReport(report)).toBe(
      "job_1: npm test\\n# all\nok 1\nok 2\n[running for 1.0 s, waiting for input]",
    );
    expect(presentJobReport(report)).toEqual({
      card: "generic",
      title: "job_1: npm test\\n# all",
      content: [
        { text: "ok 1\nok 2", fence: "console" },
        { text: "running for 1.0 s, waiting for input" },
      ],
    });
  });

  it("says when there is nothing new, and what the tool has to say", () => {
    const silent = { ...report, output: "", newBytes: 0, note: "waited 5ms, it has not ended" };
    expect(renderJobReport(silent)).toBe(
      "job_1: npm test\\n# all\n[no new output]\n[waited 5ms, it has not ended]\n[running for 1.0 s, waiting for input]",
    );
    expect(presentJobReport(silent)).toMatchObject({
      content: [
        {
          text: "no new output; waited 5ms, it has not ended; running for 1.0 s, waiting for input",
        },
      ],
    });
  });

  it("looks the same however often frozen facts are shown", () => {
    const list = Object.freeze({ jobs: Object.freeze([report.job]) });
    const input = Object.freeze({ job: "job_1", text: "a", keys: Object.freeze(["enter"]) });
    expect(presentJobReport(report)).toEqual(presentJobReport(report));
    expect(presentJobList(list)).toEqual(presentJobList(list));
    expect(presentJobInputCall(input)).toEqual(presentJobInputCall(input));
  });
});

describe("a list of jobs", () => {
  it("has a line for each", () => {
    const odd = { ...report.job, id: "job_2", origin: "left-behind", unreadBytes: 5 } as const;
    expect(renderJobList({ jobs: [report.job, odd] }).split("\n")).toEqual([
      "job_1: npm test\\n# all [running for 1.0 s, waiting for input; started in the background; in /project]",
      "job_2: npm test\\n# all [running for 1.0 s, waiting for input; left behind by a command that ended; in /project; 5 bytes unread]",
    ]);
    expect(renderJobList({ jobs: [] })).toBe("[no background jobs]");
  });
});
