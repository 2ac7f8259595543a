import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENDING_CAUSES, toEnding, type EndingCause, type Exit } from "@termwire/terminal";
import { parseExitStatus, renderResult, type ExitStatus } from "./render-result.ts";

const exited = (code: number): Exit => ({ kind: "exited", code });
const killed = (signal: string): Exit => ({ kind: "signaled", signal });

type CompletedStatus = Extract<ExitStatus, { readonly kind: "completed" }>;
type Limits = Pick<CompletedStatus, "timeout" | "timeoutMs" | "idleTimeoutMs">;

const status = (
  output: string,
  exit: Exit = exited(0),
  rest: {
    readonly cause?: EndingCause;
    readonly left?: true;
    readonly job?: string;
    readonly denial?: string;
  } & Partial<Limits> = {},
): ExitStatus => ({
  kind: "completed",
  output,
  ending: toEnding(exit, rest.cause ?? "exit"),
  timeout: rest.timeout ?? null,
  timeoutMs: rest.timeoutMs ?? null,
  idleTimeoutMs: rest.idleTimeoutMs ?? null,
  sandboxDenial: rest.denial ?? null,
  leftRunning: rest.left ?? false,
  job: rest.job ?? null,
});

const inBackground = (
  output: string,
  origin: "started" | "moved" | "waiting-for-input" = "started",
): ExitStatus => ({ kind: "background", output, job: "job_1", origin });

/** A command that ran into a limit. */
const timedOut = (limit: Partial<Limits>): ExitStatus =>
  status("a", exited(0), { cause: "timeout", ...limit });

describe("the text of a result", () => {
  it("is the output alone when the exit code is 0, and never says succeeded (case 165)", () => {
    expect(renderResult(status("out"))).toBe("out");
    expect(renderResult(status(""))).toBe("[exit code: 0]");
  });

  it.each([
    [status("out", exited(1)), "out\n[exit code: 1]"],
    [status("", exited(127)), "[exit code: 127]"],
    [status("\n", exited(1)), "\n\n[exit code: 1]"],
    [status("out", killed("SIGKILL")), "out\n[killed by signal: SIGKILL]"],
    [
      status("a", killed("SIGTERM"), { cause: "timeout", timeout: "total", timeoutMs: 500 }),
      "a\n[timed out after 500ms]\n[killed by signal: SIGTERM]",
    ],
    [timedOut({ timeout: "total", timeoutMs: 500 }), "a\n[timed out after 500ms]"],
    [
      timedOut({ timeout: "idle", idleTimeoutMs: 500 }),
      "a\n[timed out after 500ms without output]",
    ],
    [timedOut({}), "a\n[timed out]"],
    [
      status("a", killed("SIGTERM"), { cause: "cancelled" }),
      "a\n[cancelled with its turn]\n[killed by signal: SIGTERM]",
    ],
    [status("a", exited(130), { cause: "stopped" }), "a\n[stopped by the user]\n[exit code: 130]"],
    [
      status("a", { kind: "lost", reason: "the connection went" }, { cause: "disconnected" }),
      "a\n[connection lost]\n[ending unknown: the connection went]",
    ],
    [
      status("a", exited(0), { left: true }),
      "a\n[background processes are still running and end with the session]",
    ],
    [
      status("a", exited(1), { left: true, job: "job_1" }),
      "a\n[background processes are still running as job_1]\n[exit code: 1]",
    ],
    [
      status("a", killed("SIGTERM"), {
        denial: "touch: read-only file system",
        cause: "timeout",
        timeout: "total",
        timeoutMs: 5,
      }),
      "a\n[sandbox denied: touch: read-only file system]\n[timed out after 5ms]\n[killed by signal: SIGTERM]",
    ],
    [inBackground(""), "[running in the background as job_1]"],
    [inBackground("a", "moved"), "a\n[moved to the background as job_1]"],
    [
      inBackground("name? ", "waiting-for-input"),
      "name? \n[waiting for input in the background as job_1]",
    ],
  ])("of %j has its markers in a fixed order", (given, text) => {
    expect(renderResult(given)).toBe(text);
    expect(parseExitStatus(text)).toEqual(given);
  });

  it.each([
    ["x\n[exit code: 1]", "x\n[exit code: 1]\n[end of output]\n[exit code: 0]"],
    ["[exit code: 0]", "[exit code: 0]\n[end of output]\n[exit code: 0]"],
    ["[timed out after 5ms]", "[timed out after 5ms]\n[end of output]\n[exit code: 0]"],
    [
      "[running in the background as job_1]",
      "[running in the background as job_1]\n[end of output]\n[exit code: 0]",
    ],
    ["[sandbox denied: x]", "[sandbox denied: x]\n[end of output]\n[exit code: 0]"],
    ["[killed by signal: SIGKILL]", "[killed by signal: SIGKILL]\n[end of output]\n[exit code: 0]"],
  ])("cannot be forged by a command that prints %j and exits with 0", (output, text) => {
    expect(renderResult(status(output))).toBe(text);
    expect(parseExitStatus(text)).toEqual(status(output));
  });

  it.each([
    "[timed out after 5ms]",
    "[end of output]",
    "a\n[background processes are still running and end with the session]",
    "[end of output]\n[stopped by the user]",
  ])("cannot be forged by a command that prints %j and fails", (output) => {
    const text = renderResult(status(output, exited(3)));
    expect(text).toBe(`${output}\n[end of output]\n[exit code: 3]`);
    expect(parseExitStatus(text)).toEqual(status(output, exited(3)));
  });

  it.each(["[end of output]", "a\n[end of output]"])(
    "cannot be forged by a command in the background that prints %j",
    (output) => {
      const text = renderResult(inBackground(output, "moved"));
      expect(text).toBe(`${output}\n[end of output]\n[moved to the background as job_1]`);
      expect(parseExitStatus(text)).toEqual(inBackground(output, "moved"));
    },
  );

  it("needs no end of the output before the only marker a job has", () => {
    for (const line of ["[exit code: 1]", "[running in the background as job_2]"]) {
      const given = inBackground(line);
      expect(renderResult(given)).toBe(`${line}\n[running in the background as job_1]`);
      expect(parseExitStatus(renderResult(given))).toEqual(given);
    }
  });

  it("says the limit that ended the command, not the other one it ran with", () => {
    const both = { timeoutMs: 500, idleTimeoutMs: 20 };
    expect(renderResult(timedOut({ timeout: "total", ...both }))).toBe(
      "a\n[timed out after 500ms]",
    );
    expect(renderResult(timedOut({ timeout: "idle", ...both }))).toBe(
      "a\n[timed out after 20ms without output]",
    );
    expect(renderResult(status("a", exited(0), both))).toBe("a");
  });

  it("takes only whole lines at the very end for markers", () => {
    for (const output of [
      "x[exit code: 1]",
      "[exit code: 1]\n",
      "[exit code: 1] ",
      "[exit code: 1]\nx",
    ]) {
      expect(renderResult(status(output))).toBe(output);
      expect(parseExitStatus(output)).toEqual(status(output));
    }
  });

  it("keeps whatever a signal is called on its line", () => {
    const odd = status("a", killed('x]\n[exit code: 0]"\u0085\\'));
    expect(renderResult(odd)).toBe('a\n[killed by signal: x]\\n[exit code: 0]\\"\\u0085\\\\]');
    expect(parseExitStatus(renderResult(odd))).toEqual(odd);
  });
});

const markerLine = fc.oneof(
  fc.constantFrom(
    "[end of output]",
    "[background processes are still running and end with the session]",
    "[background processes are still running as job_1]",
    "[running in the background as job_1]",
    "[moved to the background as job_1]",
    "[waiting for input in the background as job_1]",
    "[running to the background as job_1]",
    "[sandbox denied: no]",
    "[timed out]",
    "[timed out after 12ms]",
    "[timed out after 12ms without output]",
    "[stopped by the user]",
    "[cancelled with its turn]",
    "[denied]",
    "[could not be started]",
    "[connection lost]",
    "[exit code: 0]",
    "[exit code: -1]",
    "[killed by signal: SIGKILL]",
    '[killed by signal: "]',
    "[ending unknown: it is]",
  ),
  fc.string({ unit: "binary", maxLength: 5 }),
  fc.constant(""),
);
const output = fc.array(markerLine, { maxLength: 6 }).map((lines) => lines.join("\n"));
const exit: fc.Arbitrary<Exit> = fc.oneof(
  fc.integer({ min: -2, max: 300 }).map(exited),
  fc.oneof(fc.constantFrom("SIGKILL", "SIGTERM"), fc.string({ unit: "binary" })).map(killed),
  fc.string({ unit: "binary" }).map((reason): Exit => ({ kind: "lost", reason })),
);
const noLimit: Limits = { timeout: null, timeoutMs: null, idleTimeoutMs: null };
/** Only the limit that ended a command is said. */
const limits: fc.Arbitrary<Limits> = fc.oneof(
  fc.constant(noLimit),
  fc.nat().map((timeoutMs): Limits => ({ ...noLimit, timeout: "total", timeoutMs })),
  fc.nat().map((idleTimeoutMs): Limits => ({ ...noLimit, timeout: "idle", idleTimeoutMs })),
);
/** Nothing left running is no job. */
const left = fc.oneof(
  fc.constant({ leftRunning: false, job: null }),
  fc.record({
    leftRunning: fc.constant(true),
    job: fc.oneof(fc.constant(null), fc.string({ unit: "binary" })),
  }),
);
const completed: fc.Arbitrary<ExitStatus> = fc
  .record({
    output,
    exit,
    cause: fc.constantFrom(...ENDING_CAUSES),
    limits,
    left,
    sandboxDenial: fc.oneof(fc.constant(null), fc.string({ unit: "binary" })),
  })
  .map(({ exit: how, cause, limits: known, left: behind, ...rest }) => ({
    kind: "completed",
    ...rest,
    ...behind,
    ending: toEnding(how, cause),
    ...(cause === "timeout" ? known : noLimit),
  }));
const background: fc.Arbitrary<ExitStatus> = fc.record({
  kind: fc.constant("background" as const),
  output,
  job: fc.string({ unit: "binary" }),
  origin: fc.constantFrom("started" as const, "moved" as const, "waiting-for-input" as const),
});
const anyStatus: fc.Arbitrary<ExitStatus> = fc.oneof(
  { arbitrary: completed, weight: 4 },
  { arbitrary: background, weight: 1 },
);

describe("rendering and parsing a result", () => {
  it("recovers output and status, whatever both are", () => {
    fc.assert(
      fc.property(anyStatus, (given) => {
        expect(parseExitStatus(renderResult(given))).toEqual(given);
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives back every text that was rendered", () => {
    fc.assert(
      fc.property(anyStatus, (given) => {
        const text = renderResult(given);
        expect(renderResult(parseExitStatus(text))).toBe(text);
      }),
    );
  });

  it("reads any text at all, and what it read renders to something that reads the same", () => {
    fc.assert(
      fc.property(output, (text) => {
        const read = parseExitStatus(text);
        expect(parseExitStatus(renderResult(read))).toEqual(read);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never has the word succeeded in it (case 165)", () => {
    fc.assert(
      fc.property(anyStatus, (given) => {
        expect(renderResult({ ...given, output: "" })).not.toMatch(/succe/i);
      }),
    );
  });

  it("gives no two results one text", () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(renderResult(one) === renderResult(other)).toBe(isSame);
      }),
    );
  });
});
