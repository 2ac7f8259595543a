import { describe, expect, it } from "vitest";
import { TerminalError } from "./terminal-error.ts";

describe("a terminal error", () => {
  it("carries its code and the facts", () => {
    const error = new TerminalError("cwd-missing", "no such directory: /gone", { cwd: "/gone" });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "TerminalError",
      message: "no such directory: /gone",
      code: "cwd-missing",
      facts: { cwd: "/gone" },
    });
    expect("cause" in error).toBe(false);
  });

  it("has no facts unless some are given", () => {
    expect(new TerminalError("invalid-request", "no").facts).toEqual({});
  });

  it("keeps the error that caused it", () => {
    const cause = new Error("ENOENT");
    expect(new TerminalError("cwd-missing", "no such directory", { cause }).cause).toBe(cause);
  });
});

describe("recognising one", () => {
  it("works for its own class and for that of another copy of the package", () => {
    const foreign = Object.assign(new Error("no"), { name: "TerminalError", code: "x", facts: {} });
    expect(TerminalError.is(new TerminalError("invalid-id", "no"))).toBe(true);
    expect(TerminalError.is(foreign)).toBe(true);
  });

  it.each([
    ["another error", new Error("no")],
    ["an error that only has the name", Object.assign(new Error("no"), { name: "TerminalError" })],
    ["a record that is no error", { name: "TerminalError", code: "invalid-id", facts: {} }],
    ["a string", "TerminalError"],
    ["nothing", undefined],
    ["null", null],
  ])("does not take %s for one", (_, value) => {
    expect(TerminalError.is(value)).toBe(false);
  });
});
