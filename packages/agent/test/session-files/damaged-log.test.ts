import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { createProcessIdentities } from "@termwire/process";

const processes = createProcessIdentities();

const sessionId = "sess_0123456789";
const prompt = (text: string): SessionEvent => ({ type: "prompt", text, messageId: null });
const ended: SessionEvent = { type: "turn-ended", stopReason: "end_turn" };

let root = "";
let directory = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "termwire-damaged-"));
  directory = join(root, "sessions");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const open = () => createFileArchive({ processes, directory });
const path = (id = sessionId) => join(directory, `${id}.jsonl`);

async function write(...events: readonly SessionEvent[]): Promise<void> {
  await using log = await open().createLog({ sessionId, cwd: "/p" });
  for (const event of events) await log.append(event);
}

describe("a log with garbage in the middle", () => {
  it.each<[string, Buffer]>([
    ["that is no text", Buffer.from([0xff, 0xfe, 0x80, 0x0a])],
    ["of zeros, as after a loss of power", Buffer.concat([Buffer.alloc(5000), Buffer.from("\n")])],
    ["that is half an event", Buffer.from('{"type":"prompt","text":"b\n')],
    ["that is JSON of something else", Buffer.from('[1]\nnull\n"x"\n')],
  ])("%s has all before and after it, and says which lines are missing", async (_what, garbage) => {
    await write(prompt("a"));
    appendFileSync(path(), garbage);
    const after = `${JSON.stringify(prompt("c"))}\n`;
    appendFileSync(path(), after);
    const text = readFileSync(path());
    {
      await using log = await open().openLog(sessionId);
      expect(log.events).toMatchObject([prompt("a"), prompt("c")]);
      expect(log.notes).toEqual([expect.stringMatching(/line.* 3.* not understood/u)]);
      await log.append(prompt("d"));
    }
    // What is not understood may be of a later version: it stays where it is.
    expect(readFileSync(path()).subarray(0, text.length)).toEqual(text);
    await using log = await open().openLog(sessionId);
    expect(log.events).toMatchObject([prompt("a"), prompt("c"), prompt("d")]);
  });

  it("in one line of 200 MB has all before and after it", async () => {
    await write(prompt("a"));
    const file = openSync(path(), "a");
    const piece = Buffer.alloc(10_000_000, "x");
    for (let count = 0; count < 20; count++) writeSync(file, piece);
    writeSync(file, `\n${JSON.stringify(prompt("c"))}\n`);
    closeSync(file);
    await using log = await open().openLog(sessionId);
    expect(log.events).toMatchObject([prompt("a"), prompt("c")]);
    expect(log.notes).toEqual([expect.stringContaining("line 3")]);
  }, 120_000);
});

describe("a log of 100 MB", () => {
  it("is opened with every event, listed from its beginning, and gone on with", async () => {
    await write({ type: "title-changed", title: "long" });
    const line = `${JSON.stringify(prompt("x".repeat(100_000)))}\n`;
    const file = openSync(path(), "a");
    for (let count = 0; count < 1000; count++) writeSync(file, line);
    closeSync(file);
    expect(statSync(path()).size).toBeGreaterThan(100_000_000);
    const { sessions } = await open().listSessions({ cwd: null, cursor: null });
    expect(sessions).toMatchObject([{ title: "long" }]);
    {
      await using log = await open().openLog(sessionId);
      expect(log.events.length).toBe(1001);
      await log.append(prompt("last"));
    }
    expect(readFileSync(path()).subarray(-100).toString()).toContain('"last"');
  }, 120_000);
});

describe("a log that was deleted while it was written", () => {
  it("is known to be lost at the end of the turn, and not before its session is told", async () => {
    await using log = await open().createLog({ sessionId, cwd: "/p" });
    await log.append(prompt("a"));
    unlinkSync(path());
    await expect(log.append(ended)).rejects.toThrow("its file was deleted");
  });

  it("through an archive is not: it is busy", async () => {
    await using log = await open().createLog({ sessionId, cwd: "/p" });
    await expect(open().deleteSession(sessionId)).rejects.toMatchObject({ code: "session-busy" });
    await log.append(ended);
    expect(readFileSync(path(), "utf8")).toContain("turn-ended");
  });

  it("can be deleted by several at once, and is gone then", async () => {
    await write(prompt("a"));
    const attempts = Array.from({ length: 5 }, () => open().deleteSession(sessionId));
    const results = await Promise.allSettled(attempts);
    const refused = results.filter(({ status }) => status === "rejected");
    for (const each of refused) expect(each).toMatchObject({ reason: { code: "session-busy" } });
    expect(refused.length).toBeLessThan(5);
    await expect(open().openLog(sessionId)).rejects.toMatchObject({ code: "unknown-session" });
  });
});

describe("a place for logs that is none", () => {
  it("lists nothing and knows nothing when it is a file", async () => {
    writeFileSync(directory, "");
    const { sessions } = await open().listSessions({ cwd: null, cursor: null });
    expect(sessions).toEqual([]);
    await expect(open().openLog(sessionId)).rejects.toMatchObject({ code: "unknown-session" });
    await expect(open().createLog({ sessionId, cwd: "/p" })).rejects.toThrow(directory);
  });

  it("does not wait for what is no file", async () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    execFileSync("mkfifo", [path()]);
    mkdirSync(path("sess_directory"));
    const { sessions } = await open().listSessions({ cwd: null, cursor: null });
    expect(sessions).toEqual([]);
    await expect(open().openLog("sess_directory")).rejects.toThrow(
      /sess_directory cannot be opened/u,
    );
  });
});
