import { describe, expect, it } from "vitest";
import { toEnding } from "@termwire/terminal";
import { toExitStatus } from "./exit-status-of.ts";

describe("toExitStatus", () => {
  it("is the command's own code", () => {
    expect(toExitStatus(toEnding({ kind: "exited", code: 3 }, "exit"))).toBe(3);
    expect(toExitStatus(toEnding({ kind: "exited", code: 0 }, "exit"))).toBe(0);
  });

  it("case 164: is 128 and the signal's number for a signal", () => {
    expect(toExitStatus(toEnding({ kind: "signaled", signal: "SIGKILL" }, "exit"))).toBe(137);
    expect(toExitStatus(toEnding({ kind: "signaled", signal: "SIGTERM" }, "timeout"))).toBe(143);
    expect(toExitStatus(toEnding({ kind: "signaled", signal: "SIGWHAT" }, "exit"))).toBe(128);
  });

  it("case 168: is never 0 when no code is known or a code makes no sense", () => {
    expect(toExitStatus(toEnding({ kind: "lost", reason: "?" }, "exit"))).toBe(70);
    expect(toExitStatus(toEnding({ kind: "lost", reason: "?" }, "denied"))).toBe(126);
    expect(toExitStatus(toEnding({ kind: "lost", reason: "?" }, "not-started"))).toBe(126);
    expect(toExitStatus(toEnding({ kind: "exited", code: 256 }, "exit"))).toBe(1);
    expect(toExitStatus(toEnding({ kind: "exited", code: -1 }, "exit"))).toBe(1);
  });
});
