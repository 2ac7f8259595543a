import { describe, expect, it } from "vitest";
import { ToolError } from "../tool-error.ts";
import { parseJobArgs, parseJobInputArgs, parseJobWaitArgs } from "./job-args.ts";

describe("the arguments of a job tool", () => {
  it("name a job; keys nobody knows are ignored, and null counts as absent", () => {
    expect(parseJobArgs("t", { job: "job_1", reason: "x" })).toEqual({ job: "job_1" });
    expect(parseJobWaitArgs("t", { job: "job_1", timeoutMs: null })).toEqual({ job: "job_1" });
    expect(parseJobWaitArgs("t", { job: "job_1", timeoutMs: 5 })).toEqual({
      job: "job_1",
      timeoutMs: 5,
    });
    expect(parseJobInputArgs("t", { job: "job_1", text: "a", keys: null })).toEqual({
      job: "job_1",
      text: "a",
      keys: [],
    });
    expect(parseJobInputArgs("t", { job: "job_1", keys: ["enter"] })).toEqual({
      job: "job_1",
      text: "",
      keys: ["enter"],
    });
  });

  it.each([
    [parseJobArgs, null, "t: arguments: expected an object, got null"],
    [parseJobArgs, {}, "t: job: expected the id of a job, got nothing"],
    [parseJobArgs, { job: 1 }, "t: job: expected the id of a job, got 1"],
    [parseJobWaitArgs, { job: "a", timeoutMs: 0 }, "t: timeoutMs: expected a whole number from 1"],
    [parseJobWaitArgs, { job: "a", timeoutMs: "5" }, 'got "5"'],
    [parseJobInputArgs, { job: "a" }, "t: text: expected a text or keys to type, got nothing"],
    [parseJobInputArgs, { job: "a", text: "" }, "expected a text or keys"],
    [parseJobInputArgs, { job: "a", text: 5 }, "t: text: expected a string, got 5"],
    [parseJobInputArgs, { job: "a", text: "x".repeat(70_000) }, "at most 65536 bytes, got 70000"],
    [parseJobInputArgs, { job: "a", keys: "enter" }, "t: keys: expected a list of keys"],
    [parseJobInputArgs, { job: "a", keys: ["zap"] }, 'ctrl-a to ctrl-z, got "zap"'],
    [parseJobInputArgs, { job: "a", keys: [1] }, "ctrl-a to ctrl-z, got 1"],
  ])("are refused by %o as %j", (parse, input, message) => {
    expect(() => parse("t", input)).toThrow(message);
    expect(() => parse("t", input)).toThrow(ToolError);
  });
});
