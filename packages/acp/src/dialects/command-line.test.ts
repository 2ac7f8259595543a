import { describe, expect, it } from "vitest";
import {
  describeCall,
  isCommandInput,
  toCommand,
  toCommandLine,
  UNDESCRIBED,
} from "./command-line.ts";

function toCommandOf(...updates: readonly Record<string, unknown>[]): string | null {
  return toCommand(updates.reduce(describeCall, UNDESCRIBED));
}

describe("the command of a call", () => {
  it.each([
    [{ command: "npm test" }, "npm test"],
    [{ cmd: "npm test" }, "npm test"],
    [{ command: ["/bin/bash", "-lc", "npm test"] }, "npm test"],
    [{ command: ["npm", "run", "a b"] }, "npm run 'a b'"],
    [{ command: "npm", args: ["run", "a b"] }, "npm run 'a b'"],
  ])("is what the raw input %j says", (rawInput, command) => {
    expect(toCommandOf({ title: "Run tests", rawInput })).toBe(command);
  });

  it.each([
    ["npm test", "npm test"],
    ["`npm test`", "npm test"],
    ["``a `b` c``", "a `b` c"],
    ["`echo \\`date\\``", "echo `date`"],
    ["`a` and `b`", "`a` and `b`"],
    ["`", "`"],
    ["``", "``"],
  ])("is else the title %s without its Markdown", (title, command) => {
    expect(toCommandOf({ title })).toBe(command);
  });

  it("is not told by a name while the input is still being written", () => {
    expect(toCommandOf({ title: "bash", status: "pending", rawInput: { cwd: "/p" } })).toBeNull();
    expect(toCommandOf({ title: "Terminal", rawInput: {} }, { title: "Terminal" })).toBeNull();
    expect(
      toCommandOf({ title: "Terminal", status: "pending", rawInput: {} }, { status: "completed" }),
    ).toBe("Terminal");
  });

  it("stays what the input said, whatever the title becomes", () => {
    expect(toCommandOf({ rawInput: { command: "ls" } }, { title: "Listing", rawInput: {} })).toBe(
      "ls",
    );
  });

  it("is nothing for what no agent should send", () => {
    for (const rawInput of [
      null,
      1,
      "ls",
      [],
      { command: [] },
      { command: [1] },
      { command: "" },
    ]) {
      expect(toCommandOf({ rawInput, title: 7, status: {} })).toBeNull();
    }
  });
});

describe("describeCall", () => {
  it("keeps what is known and adds what is new", () => {
    const known = describeCall(UNDESCRIBED, {
      rawInput: { command: "x", workdir: "/p", description: "Do x", run_in_background: true },
    });
    expect(describeCall(known, { status: "completed" })).toEqual(known);
    expect(known).toMatchObject({ cwd: "/p", description: "Do x", background: true });
  });
});

describe("isCommandInput", () => {
  it("knows inputs that can only be commands", () => {
    expect(isCommandInput({ cmd: "ls" })).toBe(true);
    expect(isCommandInput({ command: ["ls"] })).toBe(true);
    expect(isCommandInput({ command: "view" })).toBe(false);
    expect(isCommandInput(null)).toBe(false);
  });
});

describe("toCommandLine", () => {
  it("unwraps only a shell that does nothing but run a line", () => {
    expect(toCommandLine(["zsh", "-c", "a | b"])).toBe("a | b");
    expect(toCommandLine([String.raw`C:\bin\bash`, "-lc", "a"])).toBe("a");
    expect(toCommandLine(["bash", "-c"])).toBe("bash -c");
    expect(toCommandLine(["bash", "-x", "a"])).toBe("bash -x a");
    expect(toCommandLine(["python", "-c", "a b"])).toBe("python -c 'a b'");
    expect(toCommandLine([])).toBe("");
  });
});
