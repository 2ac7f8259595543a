import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createFileArchive } from "@termwire/agent/session-files";
import { createProcessIdentities } from "@termwire/process";

const processes = createProcessIdentities();

const directory = mkdtempSync(join(tmpdir(), "termwire-heads-"));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const header = (more: object = {}) => ({
  type: "session-created",
  version: 1,
  sessionId: "x",
  cwd: "/p",
  ...more,
});
const title = { type: "title-changed", title: "the title" };

let files = 0;
async function list(lines: readonly unknown[], tail = "") {
  const sessionId = `sess_head${String(files++).padStart(4, "0")}`;
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  writeFileSync(join(directory, `${sessionId}.jsonl`), text.join("") + tail);
  const archive = createFileArchive({ processes, directory });
  const { sessions } = await archive.listSessions({ cwd: null, cursor: null });
  return sessions.find((session) => session.sessionId === sessionId)?.title ?? null;
}

describe("a session in the list", () => {
  it.each<[string, readonly unknown[], string]>([
    ["right after its header", [header(), title], ""],
    ["after lines nobody understands", [header(), "nonsense", { type: "later" }, title], ""],
    ["before more than is read for a list", [header(), title], "x".repeat(100_000)],
    ["with a torn line after it", [header(), title], '{"type":"pro'],
  ])("has its title %s", async (_where, lines, tail) => {
    expect(await list(lines, tail)).toBe("the title");
  });

  it.each<[string, readonly unknown[], string]>([
    ["an empty file", [], ""],
    ["a torn header", [], JSON.stringify(header())],
    ["a torn title", [header()], JSON.stringify(title)],
    ["a title without a header", [title], ""],
    ["a session without a prompt", [header()], ""],
    ["a log of a later version", [header({ version: 9 }), title], ""],
    ["no log at all", ["\u0000\u0000\u0000"], ""],
  ])("is not %s", async (_what, lines, tail) => {
    expect(await list(lines, tail)).toBeNull();
  });

  it("is not a file of another name, nor a directory that looks like one", async () => {
    writeFileSync(join(directory, "notes.txt"), "x");
    writeFileSync(join(directory, "short.jsonl"), `${JSON.stringify(header())}\n`);
    const archive = createFileArchive({ processes, directory });
    const { sessions } = await archive.listSessions({ cwd: null, cursor: null });
    expect(sessions.every(({ sessionId }) => sessionId.startsWith("sess_head"))).toBe(true);
  });

  it("is nowhere when there is no directory, which is then not made", async () => {
    const missing = join(directory, "missing");
    const archive = createFileArchive({ processes, directory: missing });
    const page = await archive.listSessions({ cwd: null, cursor: null });
    expect(page).toEqual({ sessions: [], nextCursor: null });
    await archive.deleteSession("sess_12345678");
    await expect(archive.openLog("sess_12345678")).rejects.toMatchObject({
      code: "unknown-session",
    });
  });
});
