import { describe, expect, it } from "vitest";
import {
  createHeadTailBuffer,
  createOutputLog,
  toEnding,
  type Completion,
  type OutputLogWriter,
} from "@termwire/terminal";
import { collectOutput } from "./collect-output.ts";

const encoder = new TextEncoder();

interface Subject {
  readonly log: OutputLogWriter;
  readonly complete: () => void;
  readonly collected: Promise<string>;
}

/** A command whose output and end the test decides; what is collected, as `head…tail` and the bytes between. */
const start = (logLimitBytes: number): Subject => {
  const log = createOutputLog(logLimitBytes);
  let complete = (): void => undefined;
  const completed = new Promise<Completion>((resolve) => {
    complete = () =>
      resolve({
        ending: toEnding({ kind: "exited", code: 0 }, "exit"),
        durationMs: 1,
        timeout: null,
        sandboxDenial: null,
      });
  });
  const buffer = createHeadTailBuffer({ headBytes: 8, tailBytes: 8 });
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const collected = collectOutput({ output: log, completed }, buffer).then(
    ({ head, omittedBytes, tail }) => `${decode(head)}<${omittedBytes}>${decode(tail)}`,
  );
  return { log, complete, collected };
};

/** Lets everything that waits for a promise that is settled go on. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

describe("collecting a command's output", () => {
  it("takes what comes while it comes, more than the log could keep", async () => {
    const { log, complete, collected } = start(4);
    for (const part of ["abc", "def", "ghi", "jkl", "mno", "pqr"]) {
      log.append(encoder.encode(part));
      await settle();
    }
    complete();
    expect(await collected).toBe("abcdefgh<2>klmnopqr");
  });

  it("takes what was printed right before the end", async () => {
    const { log, complete, collected } = start(100);
    await settle();
    complete();
    log.append(encoder.encode("last"));
    expect(await collected).toBe("last<0>");
  });

  it("leaves out what a process left behind prints after the end", async () => {
    const { log, complete, collected } = start(100);
    log.append(encoder.encode("in time"));
    complete();
    const text = await collected;
    log.append(encoder.encode(" late"));
    expect(text).toBe("in time<0>");
  });

  it("ends with the command when the output has ended before it, and when it never ends", async () => {
    const early = start(100);
    early.log.append(encoder.encode("a"));
    early.log.end();
    await settle();
    early.complete();
    expect(await early.collected).toBe("a<0>");
    const never = start(100);
    never.complete();
    expect(await never.collected).toBe("<0>");
  });

  it("says how much the log had lost before it could be read", async () => {
    const { log, complete, collected } = start(4);
    log.append(encoder.encode("abcdefghij"));
    complete();
    expect(await collected).toBe("<6>ghij");
  });
});
