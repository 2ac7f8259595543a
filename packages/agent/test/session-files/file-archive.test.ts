import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { createProcessIdentities } from "@termwire/process";

const processes = createProcessIdentities();

const sessionId = "sess_0123456789";
const prompt = (text: string): SessionEvent => ({ type: "prompt", text, messageId: null });

let root = "";
let directory = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "termwire-sessions-"));
  directory = join(root, "termwire", "sessions");
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

describe("the files of sessions", () => {
  it("are readable by this user alone, in a directory that nobody else can enter", async () => {
    await write(prompt("a"));
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, "termwire")).mode & 0o777).toBe(0o700);
  });

  it("are not written where others can look until they cannot", async () => {
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o755);
    await write(prompt("a"));
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  it("have one event a line, the session first", async () => {
    await write(prompt("a\nb"));
    const lines = readFileSync(path(), "utf8").trimEnd().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { type: "session-created", version: 1, sessionId, cwd: "/p" },
      prompt("a\nb"),
    ]);
  });

  it("leave no lock behind", async () => {
    await write(prompt("a"));
    expect(readdirSync(directory)).toEqual([`${sessionId}.jsonl`]);
  });
});

describe("a log that is not as it was written", () => {
  it("without the end of its last line goes on before it, and says so", async () => {
    await write(prompt("a"), prompt("b"));
    truncateSync(path(), statSync(path()).size - 3);
    {
      await using log = await open().openLog(sessionId);
      expect(log.events).toMatchObject([prompt("a")]);
      expect(log.notes).toEqual([expect.stringContaining("last line")]);
      await log.append(prompt("c"));
    }
    await using log = await open().openLog(sessionId);
    expect(log.events).toMatchObject([prompt("a"), prompt("c")]);
    expect(log.notes).toEqual([]);
  });

  it("with lines nobody understands says which, and has the others", async () => {
    await write(prompt("a"));
    appendFileSync(path(), '{"type":"later"}\nnonsense\n');
    await using log = await open().openLog(sessionId);
    expect(log.events).toMatchObject([prompt("a")]);
    expect(log.notes).toEqual([expect.stringContaining("lines 3, 4")]);
  });

  it("of a later version is refused with both numbers, stays as it is and is not listed", async () => {
    await write(prompt("a"));
    const text = readFileSync(path(), "utf8").replace('"version":1', '"version":2');
    writeFileSync(path(), text);
    await expect(open().openLog(sessionId)).rejects.toMatchObject({
      code: "invalid-params",
      message: expect.stringMatching(/format 2.*up to 1/u),
    });
    expect(readFileSync(path(), "utf8")).toBe(text);
    const { sessions } = await open().listSessions({ cwd: null, cursor: null });
    expect(sessions).toEqual([]);
  });

  it("without a beginning is no session", async () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(path(), "");
    await expect(open().openLog(sessionId)).rejects.toMatchObject({ code: "unknown-session" });
    await using again = await open()
      .openLog(sessionId)
      .catch(() => null);
    expect(again).toBeNull();
  });
});

describe("a session that another process has", () => {
  async function startHolder(): Promise<{ word: string; kill: () => Promise<unknown> }> {
    const script = fileURLToPath(new URL("./session-holder.mjs", import.meta.url));
    const child = spawn(process.execPath, [script, directory, sessionId], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const [data] = (await once(child.stdout, "data")) as [Buffer]; // what a stream gives
    return {
      word: data.toString().trim(),
      kill: () => {
        child.kill("SIGKILL");
        return ended;
      },
    };
  }

  it("is busy, and free at once when that was killed, with all it had written", async () => {
    await write(prompt("a"));
    const holder = await startHolder();
    expect(holder.word).toBe("open");
    await expect(open().openLog(sessionId)).rejects.toMatchObject({ code: "session-busy" });
    await expect(open().deleteSession(sessionId)).rejects.toMatchObject({ code: "session-busy" });
    await holder.kill();
    await using log = await open().openLog(sessionId);
    expect(log.events).toMatchObject([prompt("a"), { type: "prompt" }]);
    expect(readdirSync(directory).filter((name) => name.endsWith(".lock")).length).toBe(1);
  });

  it("is busy for the other one, too", async () => {
    await write(prompt("a"));
    await using log = await open().openLog(sessionId);
    const holder = await startHolder();
    expect(holder.word).toBe("session-busy");
    expect(log.events.length).toBe(1);
    await holder.kill();
  });

  it("is not held by a process that has only its number", async () => {
    await write(prompt("a"));
    {
      await using log = await open().openLog(sessionId);
      expect(log.events.length).toBe(1);
      const own = readdirSync(directory).find((name) => name.endsWith(".lock")) ?? "";
      await log[Symbol.asyncDispose]();
      writeFileSync(join(directory, own.replace(/-\w+\.lock$/u, "-1.lock")), "");
    }
    await using log = await open().openLog(sessionId);
    expect(log.events.length).toBe(1);
  });

  it("is busy while a holder from elsewhere gives signs of life, and free some minutes after", async () => {
    await write(prompt("a"));
    const lock = join(directory, `${sessionId}.00000000-1-1.lock`);
    writeFileSync(lock, "");
    await expect(open().openLog(sessionId)).rejects.toMatchObject({ code: "session-busy" });
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(lock, longAgo, longAgo);
    await using log = await open().openLog(sessionId);
    expect(log.events.length).toBe(1);
  });

  it("is never opened by two that come at the same moment", async () => {
    await write(prompt("a"));
    const holders = await Promise.all([startHolder(), startHolder(), startHolder()]);
    const words = holders.map(({ word }) => word);
    expect(words.filter((word) => word === "open").length).toBeLessThanOrEqual(1);
    expect(new Set([...words, "open", "session-busy"]).size).toBe(2);
    await Promise.all(holders.map(({ kill }) => kill()));
  });
});

describe("a thousand sessions", () => {
  it("are listed from their beginnings, a page at a time", async () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const line = `${JSON.stringify(prompt("x".repeat(20_000)))}\n`;
    for (let index = 0; index < 1000; index++) {
      const id = `sess_${String(index).padStart(8, "0")}`;
      const first = { type: "session-created", version: 1, sessionId: id, cwd: "/p" };
      const title = { type: "title-changed", title: `number ${index}` };
      writeFileSync(path(id), `${JSON.stringify(first)}\n${JSON.stringify(title)}\n${line}`);
    }
    const archive = open();
    const before = process.cpuUsage();
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page = await archive.listSessions({ cwd: "/p", cursor });
      seen.push(...page.sessions.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(1000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });
});
