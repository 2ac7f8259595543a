import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeEnding,
  ENDING_CAUSES,
  isCleanEnding,
  isEndingCause,
  toEnding,
  type EndingCause,
  type Exit,
} from "./ending.ts";

const anyExit: fc.Arbitrary<Exit> = fc.oneof(
  fc.record({ kind: fc.constant("exited" as const), code: fc.nat(255) }),
  fc.record({
    kind: fc.constant("signaled" as const),
    signal: fc.constantFrom("SIGKILL", "SIGTERM"),
  }),
  fc.record({ kind: fc.constant("lost" as const), reason: fc.constantFrom("connection closed") }),
);
const anyCause = fc.constantFrom(...ENDING_CAUSES);

describe("an ending", () => {
  it("joins how and why, and changes neither", () => {
    fc.assert(
      fc.property(anyExit, anyCause, (exit, cause) => {
        expect(toEnding(exit, cause)).toEqual({ ...exit, cause });
      }),
    );
  });

  it("is clean only for exit 0 that nothing cut short", () => {
    fc.assert(
      fc.property(anyExit, anyCause, (exit, cause) => {
        const clean = exit.kind === "exited" && exit.code === 0 && cause === "exit";
        expect(isCleanEnding(toEnding(exit, cause))).toBe(clean);
      }),
    );
  });

  it("is not clean when the time limit came, even with code 0", () => {
    expect(isCleanEnding({ kind: "exited", code: 0, cause: "timeout" })).toBe(false);
  });
});

describe("a cause", () => {
  it("is one of the list, spelled exactly so", () => {
    for (const cause of ENDING_CAUSES) expect(isEndingCause(cause)).toBe(true);
    for (const other of ["", "Exit", "killed", 0, null, undefined, {}, ["exit"]]) {
      expect(isEndingCause(other)).toBe(false);
    }
  });
});

describe("an ending for a person", () => {
  it.each<[Exit, EndingCause, string]>([
    [{ kind: "exited", code: 0 }, "exit", "exit 0"],
    [{ kind: "exited", code: 3 }, "exit", "exit 3"],
    [{ kind: "signaled", signal: "SIGKILL" }, "exit", "SIGKILL"],
    [{ kind: "lost", reason: "connection closed" }, "exit", "connection closed"],
    [{ kind: "signaled", signal: "SIGTERM" }, "timeout", "timed out, SIGTERM"],
    [{ kind: "exited", code: 0 }, "timeout", "timed out, exit 0"],
    [{ kind: "signaled", signal: "SIGTERM" }, "stopped", "stopped, SIGTERM"],
    [{ kind: "signaled", signal: "SIGTERM" }, "cancelled", "cancelled, SIGTERM"],
    [{ kind: "lost", reason: "not allowed" }, "denied", "denied, not allowed"],
    [{ kind: "exited", code: 127 }, "not-started", "not started, exit 127"],
    [{ kind: "lost", reason: "client gone" }, "disconnected", "disconnected, client gone"],
  ])("of %j by %s is %s", (exit, cause, text) => {
    expect(describeEnding(toEnding(exit, cause))).toBe(text);
  });

  it("never claims success: a pipeline hides what failed inside it (case 165)", () => {
    fc.assert(
      fc.property(anyExit, anyCause, (exit, cause) => {
        const text = describeEnding(toEnding(exit, cause));
        expect(text).not.toMatch(/succe|ok\b|done/iu);
        expect(text).not.toBe("");
      }),
    );
  });

  it("invents no exit code for a signal or an unknown end (cases 164, 168)", () => {
    expect(describeEnding({ kind: "signaled", signal: "SIGKILL", cause: "exit" })).not.toMatch(
      /\d/u,
    );
    expect(describeEnding({ kind: "lost", reason: "gone", cause: "disconnected" })).not.toMatch(
      /\d/u,
    );
  });
});
