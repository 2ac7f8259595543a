import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { serveAgent } from "@termwire/acp/agent";
import { createBashHarness } from "./bash-harness.ts";

const MIB = 1024 * 1024;
const STALL_MS = 10_000;
/** What the agent keeps of a command for who shows it. */
const LIMIT_BYTES = 4 * MIB;
/** 138 MB: thirty times what may be kept, printed long before the client reads on. */
const LINES = 16_000_000;
const PRINTED_BYTES = Array.from({ length: 8 }, (_, digits) => {
  const first = 10 ** digits;
  return Math.max(0, Math.min(LINES + 1, first * 10) - first) * (digits + 2);
}).reduce((sum, bytes) => sum + bytes, 0);

/** Lets a client that stalls run a command, and tells what its card shows and the memory that took here. */
async function runWithSlowClient(version: 1 | 2) {
  await using subject = createBashHarness({ outputLimitBytes: LIMIT_BYTES });
  await using served = serveAgent(subject.harness);
  const script = fileURLToPath(new URL("slow-client.mjs", import.meta.url));
  const options = JSON.stringify({ stallMs: STALL_MS, version, command: `seq 1 ${LINES}` });
  const client = spawn(process.execPath, [script, options], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = once(client, "exit");
  served.connect(
    ndJsonStream(
      Writable.toWeb(client.stdin),
      Readable.toWeb(client.stdout) as ReadableStream<Uint8Array>, // Node's own web stream type
    ),
  );
  const before = process.memoryUsage.rss();
  let most = before;
  let last = "";
  let isStalled = false;
  const timer = setInterval(() => {
    if (isStalled) most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  for await (const line of createInterface({ input: client.stderr })) {
    isStalled = line === "stalled";
    last = line;
  }
  clearInterval(timer);
  await ended;
  return {
    grownBytes: most - before,
    shown: JSON.parse(last) as {
      readonly shownBytes: number;
      readonly lostBytes: number;
      readonly tail: string;
      readonly ending: unknown;
    }, // slow-client.mjs says so
  };
}

describe.each([1, 2] as const)(
  "a client of version %i that stops reading for ten seconds",
  (version) => {
    it(
      "cases 169, 172: costs no more than the output that is kept, then sees the newest and what it missed",
      { timeout: 120_000 },
      async () => {
        const { shown, grownBytes } = await runWithSlowClient(version);
        expect(shown.shownBytes + shown.lostBytes).toBe(PRINTED_BYTES);
        expect(shown.lostBytes).toBeGreaterThan(0);
        expect(shown.tail.endsWith(`${LINES - 1}\n${LINES}\n`)).toBe(true);
        expect(shown.ending).toMatchObject({ kind: "exited", code: 0 });
        // Garbage of what passed through is counted, too; without a bound it would be several times as much.
        expect(grownBytes).toBeLessThan(LIMIT_BYTES + 96 * MIB);
      },
    );
  },
);
