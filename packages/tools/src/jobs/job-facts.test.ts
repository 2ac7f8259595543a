import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENDING_CAUSES, toEnding, type Exit } from "@termwire/terminal";
import { describeJobState, type JobFacts } from "./job-facts.ts";

const running: JobFacts = {
  id: "job_1",
  command: "npm test",
  description: null,
  cwd: "/project",
  origin: "started",
  state: "running",
  ending: null,
  sandboxDenial: null,
  durationMs: 3_210,
  isWaitingForInput: false,
  unreadBytes: 0,
};
const exited = toEnding({ kind: "exited", code: 3 }, "exit");

describe("how a job is", () => {
  it.each<readonly [Partial<JobFacts>, string]>([
    [{}, "running for 3.2 s"],
    [{ durationMs: 75_400 }, "running for 75 s"],
    [{ isWaitingForInput: true }, "running for 3.2 s, waiting for input"],
    [{ isWaitingForInput: null }, "running for 3.2 s"],
    [{ state: "ended", ending: exited }, "exit 3 after 3.2 s"],
    [
      { state: "ended", ending: toEnding({ kind: "signaled", signal: "SIGTERM" }, "stopped") },
      "stopped, SIGTERM after 3.2 s",
    ],
    [
      { state: "left-running", ending: exited },
      "exit 3 after 3.2 s; processes it left behind are still running",
    ],
    [
      { state: "ended", ending: exited, sandboxDenial: "x:\nRead-only file system" },
      "exit 3 after 3.2 s; sandbox denied: x:\\nRead-only file system",
    ],
    [{ state: "left-running" }, "left running by a command that has ended"],
  ])("with %j is said in a few words", (facts, text) => {
    expect(describeJobState({ ...running, ...facts })).toBe(text);
  });

  it("has no exit code when none is known (case 168)", () => {
    const ending = toEnding({ kind: "lost", reason: "the connection went" }, "disconnected");
    expect(describeJobState({ ...running, state: "ended", ending })).toBe(
      "disconnected, the connection went after 3.2 s",
    );
  });

  it("is never called a success (case 165)", () => {
    const exit: fc.Arbitrary<Exit> = fc.integer().map((code) => ({ kind: "exited", code }));
    fc.assert(
      fc.property(exit, fc.constantFrom(...ENDING_CAUSES), (how, cause) => {
        const ending = toEnding(how, cause);
        expect(describeJobState({ ...running, state: "ended", ending })).not.toMatch(/succe/i);
      }),
    );
  });
});
