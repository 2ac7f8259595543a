import { describe, expect, it } from "vitest";
import { ToolError } from "../tool-error.ts";
import { createBashSchema, MAX_COMMAND_BYTES, MAX_TIMEOUT_MS, parseBashArgs } from "./bash-args.ts";

describe("the arguments of bash", () => {
  it("need nothing but a command, which stays exactly as it is", () => {
    expect(parseBashArgs({ command: "  ls -l \n" })).toEqual({ command: "  ls -l \n" });
  });

  it("may say what the command is for, where it runs and for how long", () => {
    const args = { command: "ls", description: "List files", workdir: "src", timeoutMs: 1_000 };
    expect(parseBashArgs(args)).toEqual(args);
    expect(parseBashArgs({ ...args, idleTimeoutMs: 1 })).toEqual({ ...args, idleTimeoutMs: 1 });
  });

  it("may ask for the background and for a terminal; false is as if it were absent", () => {
    expect(parseBashArgs({ command: "ls", run_in_background: true, tty: true })).toEqual({
      command: "ls",
      runInBackground: true,
      tty: true,
    });
    expect(parseBashArgs({ command: "ls", run_in_background: false, tty: null })).toEqual({
      command: "ls",
    });
  });

  it("may hold keys nobody knows, which are ignored", () => {
    expect(parseBashArgs({ command: "ls", restart: true, timeout: 5 })).toEqual({ command: "ls" });
  });

  it("may be null or empty where they may be absent", () => {
    const args = {
      command: "ls",
      description: "",
      workdir: null,
      timeoutMs: null,
      idleTimeoutMs: null,
    };
    expect(parseBashArgs(args)).toEqual({ command: "ls" });
  });

  it.each([
    [undefined, "expected an object with a `command`, got nothing"],
    ["ls", 'expected an object with a `command`, got "ls"'],
    [["ls"], 'expected an object with a `command`, got ["ls"]'],
    [{}, "command: expected a command line that is not empty, got nothing"],
    [{ command: " \n" }, "command: expected a command line that is not empty"],
    [{ command: ["ls"] }, 'command: expected a command line that is not empty, got ["ls"]'],
    [{ command: "a\0b" }, "command: expected no NUL character in it"],
    [{ command: "ls", workdir: 5 }, "workdir: expected a string, got 5"],
    [{ command: "ls", workdir: "a\0" }, "workdir: expected no NUL character in it"],
    [{ command: "ls", description: {} }, "description: expected a string, got {}"],
    [
      { command: "ls", timeoutMs: "5" },
      'timeoutMs: expected a whole number from 1 to 2147483647, got "5"',
    ],
    [{ command: "ls", tty: "yes" }, 'tty: expected true or false, got "yes"'],
    [{ command: "ls", run_in_background: 1 }, "run_in_background: expected true or false, got 1"],
    [{ command: "ls", timeoutMs: 0 }, "timeoutMs: expected a whole number"],
    [{ command: "ls", idleTimeoutMs: 0 }, "idleTimeoutMs: expected a whole number"],
    [{ command: "ls", timeoutMs: 1.5 }, "timeoutMs: expected a whole number"],
    [{ command: "ls", timeoutMs: MAX_TIMEOUT_MS + 1 }, "timeoutMs: expected a whole number"],
  ])("are refused as %j", (input, message) => {
    expect(() => parseBashArgs(input)).toThrow(message);
    expect(() => parseBashArgs(input)).toThrow(ToolError);
  });

  it("are refused when the command is longer than one argument of a process can be", () => {
    const longest = "ö".repeat((MAX_COMMAND_BYTES - 1) / 2);
    expect(parseBashArgs({ command: `${longest}x` }).command).toHaveLength(longest.length + 1);
    expect(() => parseBashArgs({ command: `${longest}ö` })).toThrow(/at most 131071 bytes/);
  });

  it("are shown only in part when they are refused", () => {
    const description = ["x".repeat(1_000)];
    expect(() => parseBashArgs({ command: "ls", description })).toThrow(/^.{0,160}$/);
  });
});

describe("what a model is told of the arguments", () => {
  it("has the background only where there is one", () => {
    const properties = (hasJobs: boolean): unknown => createBashSchema({ hasJobs })["properties"];
    expect(properties(true)).toHaveProperty("run_in_background");
    expect(properties(false)).not.toHaveProperty("run_in_background");
    expect(properties(false)).toHaveProperty("tty");
  });
});
