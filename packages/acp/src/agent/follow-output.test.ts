import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { createOutputLog, type OutputLogWriter } from "@termwire/terminal";
import { createMetaEncoder } from "../dialects/meta/encode.ts";
import { followOutput } from "./follow-output.ts";

const call = {
  toolCallId: "c1",
  command: "x",
  cwd: "/p",
  description: null,
  background: false,
  look: null,
};

/** Follows a log the test writes; `gate` lets the transport take one update at a time. */
function follow(log: OutputLogWriter) {
  const sent: string[] = [];
  const completed = new AbortController();
  const replaced = new AbortController();
  let gate: Promise<void> = Promise.resolve();
  const done = followOutput({
    log,
    encoder: createMetaEncoder(call, "terminal_output"),
    send: async (update) => {
      await gate;
      sent.push(toData(update));
    },
    completed: completed.signal,
    replaced: replaced.signal,
  });
  return {
    sent,
    done,
    replace: () => replaced.abort(),
    complete: () => completed.abort(),
    /** Stops the reader; calling the result lets it read on. */
    block(): () => void {
      let open: () => void = () => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
}

function toData(update: SessionUpdate): string {
  const meta = "_meta" in update ? update._meta : null;
  return JSON.stringify(meta?.["terminal_output"] ?? null);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

const encoder = new TextEncoder();

describe("followOutput", () => {
  it("case 60: sends the first byte at once, while the command goes on", async () => {
    const log = createOutputLog(1000);
    const following = follow(log);
    log.append(encoder.encode("open https://x/y\n"));
    await until(() => following.sent.length === 1);
    expect(following.sent[0]).toContain("open https://x/y");
    following.complete();
    await following.done;
  });

  it("sends everything that was printed before the completion, then ends", async () => {
    const log = createOutputLog(1000);
    const following = follow(log);
    for (const part of ["a", "b", "c"]) log.append(encoder.encode(part));
    following.complete();
    log.append(encoder.encode("d"));
    await following.done;
    expect(following.sent.join("")).toContain("abcd");
  });

  it("joins what is printed between two updates into one", async () => {
    const log = createOutputLog(100_000);
    const following = follow(log);
    for (let n = 0; n < 5000; n++) log.append(encoder.encode("line\n"));
    following.complete();
    await following.done;
    expect(following.sent.length).toBeLessThan(5);
  });

  it("says what a reader too slow for the log has missed, and goes on with the newest", async () => {
    const log = createOutputLog(10);
    const following = follow(log);
    log.append(encoder.encode("first"));
    await until(() => following.sent.length === 1);
    const open = following.block();
    log.append(encoder.encode("x".repeat(100)));
    log.append(encoder.encode("the newest"));
    following.complete();
    open();
    await following.done;
    expect(following.sent.slice(1).join("")).toContain("100 bytes not shown");
    expect(following.sent.at(-1)).toContain("the newest");
  });

  it("waits for the completion when the output has ended before it, without spinning", async () => {
    const log = createOutputLog(10);
    const following = follow(log);
    log.append(encoder.encode("x"));
    log.end();
    await until(() => following.sent.length === 1);
    following.complete();
    await following.done;
    expect(following.sent.length).toBe(1);
  });

  it("ends for a command that prints nothing", async () => {
    const following = follow(createOutputLog(10));
    following.complete();
    await following.done;
    expect(following.sent).toEqual([]);
  });

  it("leaves the rest to whoever takes over, before and after the completion", async () => {
    const log = createOutputLog(1024);
    const subject = follow(log);
    log.append(new TextEncoder().encode("first"));
    await until(() => subject.sent.length === 1);
    const release = subject.block();
    log.append(new TextEncoder().encode("second"));
    subject.replace();
    subject.complete();
    release();
    await subject.done;
    expect(subject.sent.join()).not.toContain("second");
  });
});
