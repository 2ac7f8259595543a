import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createSleepMarker,
  findProcesses,
  until,
  untilGone,
  untilRunning,
} from "./support/processes.ts";
import { parseEvents, runTermwire, TERMWIRE_BIN, toOutput } from "./support/run-termwire.ts";

let directory = "";
let files = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "termwire-tap-"));
});
afterAll(() => rm(directory, { recursive: true }));

function nextFile(): string {
  files += 1;
  return join(directory, `${files}.ndjson`);
}

/** A tap in front of `command`; `printed` is what came out of it so far. */
function startTap(out: string, command: readonly string[], options: readonly string[] = []) {
  const args = [TERMWIRE_BIN, "tap", "--out", out, ...options, "--", ...command];
  const child = spawn(process.execPath, args, { stdio: "pipe" });
  const chunks: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return {
    child,
    printed: () => Buffer.concat(chunks),
    stderr: () => stderr,
    ended: once(child, "close").then(() => ({ status: child.exitCode, signal: child.signalCode })),
  };
}

async function readRecords(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(file, "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>); // asserted on below
}

describe("termwire tap", () => {
  it("records the built-in agent without its client noticing, for replay to show again", async () => {
    const out = nextFile();
    const agent = `'${process.execPath}' '${TERMWIRE_BIN}'`;
    const run = await runTermwire([
      "run",
      "--json",
      "--agent",
      `${agent} tap --out '${out}' -- ${agent} agent`,
      "printf 'h\\303\\251llo\\n'; exit 3",
    ]);
    expect(run.stderr).toBe("");
    expect(run.status).toBe(3);
    const replayed = await runTermwire(["replay", "--json", out]);
    expect(replayed).toMatchObject({ status: 0, stderr: "" });
    for (const { stdout } of [run, replayed]) {
      const events = parseEvents(stdout);
      expect(toOutput(events).toString()).toBe("héllo\n");
      expect(events.find(({ event }) => event === "exit")).toMatchObject({ exitCode: 3 });
    }
    const records = await readRecords(out);
    expect(records[0]).toMatchObject({ dir: "c2a", msg: { method: "initialize" } });
    expect(records.every(({ t }) => Number.isInteger(t))).toBe(true);
  });

  it("passes every byte in both directions, split characters and what is no text included", async () => {
    const out = nextFile();
    const tap = startTap(out, ["cat"]);
    const parts = [
      Buffer.from('{"a":"\u6f22"}\nnoise\n').subarray(0, 7),
      Buffer.from('{"a":"\u6f22"}\nnoise\n').subarray(7),
      Buffer.from([0xff, 0x00, 0x0a, 0xe6]),
    ];
    for (const [index, part] of parts.entries()) {
      const wanted = Buffer.concat(parts.slice(0, index + 1)).length;
      tap.child.stdin.write(part);
      await until("the bytes come back", () => tap.printed().length === wanted);
    }
    tap.child.stdin.end();
    expect(await tap.ended).toEqual({ status: 0, signal: null });
    expect(tap.printed().equals(Buffer.concat(parts))).toBe(true);
    const records = await readRecords(out);
    for (const dir of ["c2a", "a2c"]) {
      expect(records.filter((record) => record["dir"] === dir)).toMatchObject([
        { msg: { a: "漢" } },
        { raw: "noise" },
        { raw64: "/wA=" },
        { raw64: "5g==" },
      ]);
    }
  });

  it("passes 50 MB through both ways, whole, at the pace of a slow reader", async () => {
    const tap = startTap("/dev/null", ["cat"], ["--force"]);
    const block = Buffer.from(`${JSON.stringify({ data: randomBytes(24_000).toString("hex") })}\n`);
    const sent = createHash("sha256");
    const received = createHash("sha256");
    let receivedBytes = 0;
    tap.child.stdout.removeAllListeners("data").on("data", (chunk: Buffer) => {
      received.update(chunk);
      receivedBytes += chunk.length;
    });
    tap.child.stdout.pause();
    setTimeout(() => tap.child.stdout.resume(), 500);
    let sentBytes = 0;
    while (sentBytes < 50 * 1024 * 1024) {
      sent.update(block);
      sentBytes += block.length;
      if (!tap.child.stdin.write(block)) await once(tap.child.stdin, "drain");
    }
    tap.child.stdin.end();
    expect(await tap.ended).toMatchObject({ status: 0 });
    expect(receivedBytes).toBe(sentBytes);
    expect(received.digest("hex")).toBe(sent.digest("hex"));
  });

  it("keeps backpressure: an agent nobody reads stops printing", async () => {
    const flood = `let n = 0; const more = () => { while (process.stdout.write("x".repeat(65536) + "\\n")) n++; };
      process.stdout.on("drain", more); more(); setInterval(() => process.stderr.write(n + "\\n"), 50);`;
    const tap = startTap("/dev/null", [process.execPath, "-e", flood], ["--force"]);
    tap.child.stdout.removeAllListeners("data").pause();
    const counts = (): string[] => tap.stderr().trim().split("\n").slice(-10);
    const stands = (): boolean => counts().length === 10 && new Set(counts()).size === 1;
    await until("the agent stands still", stands);
    expect(Number(counts()[0])).toBeLessThan(200);
    tap.child.kill("SIGTERM");
    tap.child.stdout.resume();
    expect(await tap.ended).toEqual({ status: 143, signal: null });
  });

  it("passes the agent's stderr and exit status on", async () => {
    const tap = startTap(nextFile(), ["sh", "-c", "echo oops >&2; exit 7"]);
    expect(await tap.ended).toEqual({ status: 7, signal: null });
    expect(tap.stderr()).toBe("oops\n");
  });

  it("gives 128+n for an agent that a signal ended", async () => {
    const tap = startTap(nextFile(), ["sh", "-c", "kill -KILL $$"]);
    expect(await tap.ended).toEqual({ status: 137, signal: null });
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("passes %s on to the agent", async (signal) => {
    const script = `trap 'echo got it; exit 5' INT TERM HUP; echo ready; while :; do sleep 0.1; done`;
    const tap = startTap(nextFile(), ["sh", "-c", script]);
    await until("the agent is ready", () => tap.printed().includes("ready"));
    tap.child.kill(signal);
    expect(await tap.ended).toEqual({ status: 5, signal: null });
    expect(tap.printed().toString()).toBe("ready\ngot it\n");
  });

  it("ends what the agent left behind in its group", async () => {
    const marker = createSleepMarker();
    const tap = startTap(nextFile(), ["sh", "-c", `sleep ${marker} & echo started`]);
    expect(await tap.ended).toEqual({ status: 0, signal: null });
    await untilGone(marker);
  });

  it("leaves nothing running when it is killed itself", async () => {
    const marker = createSleepMarker();
    const tap = startTap(nextFile(), ["sh", "-c", `sleep ${marker}; :`]);
    await untilRunning(marker);
    tap.child.kill("SIGKILL");
    await tap.ended;
    await untilGone(marker);
    expect(findProcesses(marker)).toEqual([]);
  });

  it("ends the agent's input when its client is gone", async () => {
    const tap = startTap(nextFile(), ["sh", "-c", "cat; exit 4"]);
    tap.child.stdin.end("bye\n");
    expect(await tap.ended).toEqual({ status: 4, signal: null });
    expect(tap.printed().toString()).toBe("bye\n");
  });

  it("makes a file only its owner can read, and overwrites one only when told", async () => {
    const out = nextFile();
    expect(await startTap(out, ["echo", "one"]).ended).toMatchObject({ status: 0 });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const refused = startTap(out, ["echo", "two"]);
    expect(await refused.ended).toMatchObject({ status: 73 });
    expect(refused.stderr()).toContain("exists already");
    expect(refused.printed().toString()).toBe("");
    expect(await startTap(out, ["echo", "three"], ["--force"]).ended).toMatchObject({ status: 0 });
    expect(await readRecords(out)).toMatchObject([{ raw: "three" }]);
  });

  it("takes back a file others could read before it writes secrets to it", async () => {
    const out = nextFile();
    await writeFile(out, "", { mode: 0o644 });
    await startTap(out, ["true"], ["--force"]).ended;
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  it("leaves a device as it is", async () => {
    const before = (await stat("/dev/null")).mode;
    expect(await startTap("/dev/null", ["true"], ["--force"]).ended).toMatchObject({ status: 0 });
    expect((await stat("/dev/null")).mode).toBe(before);
  });

  it("goes on without a recording when the disk is full", async () => {
    const tap = startTap("/dev/full", ["echo", "hello"], ["--force"]);
    expect(await tap.ended).toEqual({ status: 0, signal: null });
    expect(tap.printed().toString()).toBe("hello\n");
    expect(tap.stderr()).toContain("recording stopped");
  });

  it("says what cannot start, and what was called wrongly", async () => {
    const missing = startTap(nextFile(), ["no-such-agent-here"]);
    expect(await missing.ended).toMatchObject({ status: 127 });
    expect(missing.stderr()).toContain("no-such-agent-here");
    expect(await startTap(nextFile(), [directory]).ended).toMatchObject({ status: 126 });
    expect(await runTermwire(["tap", "--", "cat"])).toMatchObject({ status: 64 });
    expect(await runTermwire(["tap", "--out", nextFile()])).toMatchObject({ status: 64 });
  });
});
