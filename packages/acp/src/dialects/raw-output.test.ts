import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRawOutput, parseToolResponse } from "./raw-output.ts";
import { toRawOutput } from "./terminal-end.ts";

describe("parseRawOutput", () => {
  it("gives back what our own agents write", () => {
    const facts = {
      exitCode: null,
      signal: "SIGTERM",
      cause: "timeout",
      durationMs: 12.5,
      sandboxDenial: "x: Read-only file system",
      outputBytes: 100,
      omittedBytes: 10,
      replacedCharacters: 2,
      endsWithoutNewline: true,
    } as const;
    expect(parseRawOutput(toRawOutput(facts))).toMatchObject({ ...facts, isOurs: true });
  });

  it("reads durations in the units agents use", () => {
    expect(parseRawOutput({ durationMs: 7 }).durationMs).toBe(7);
    expect(parseRawOutput({ duration_ms: 7 }).durationMs).toBe(7);
    expect(parseRawOutput({ duration: { secs: 1, nanos: 461_500_000 } }).durationMs).toBe(1461.5);
    expect(parseRawOutput({ duration: "1s" }).durationMs).toBeNull();
  });

  it("joins streams that are told apart, each on lines of its own", () => {
    expect(parseRawOutput({ stdout: "a", stderr: "b" }).output).toBe("a\nb");
    expect(parseRawOutput({ stdout: "a\n", stderr: "b" }).output).toBe("a\nb");
    expect(parseRawOutput({ stdout: "", stderr: "" }).output).toBe("");
    expect(parseRawOutput({ stdout: 1 }).output).toBeNull();
  });

  it("is total", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseRawOutput(value).omittedBytes).toBeGreaterThanOrEqual(0);
        expect([null, "string"]).toContain(
          parseToolResponse(value) === null ? null : typeof parseToolResponse(value),
        );
      }),
    );
  });
});

describe("parseToolResponse", () => {
  it("has no output of a command that went to the background", () => {
    const toolResponse = { stdout: "", stderr: "", backgroundTaskId: "b1" };
    expect(parseToolResponse({ claudeCode: { toolResponse } })).toBeNull();
  });
});
