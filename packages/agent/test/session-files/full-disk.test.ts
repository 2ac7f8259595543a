import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileArchive } from "@termwire/agent/session-files";
import { createProcessIdentities } from "@termwire/process";

const processes = createProcessIdentities();

const WRITER = fileURLToPath(new URL("./session-writer.mjs", import.meta.url));
const sessionId = "sess_0123456789";

let root = "";
let directory = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "termwire-full-"));
  directory = join(root, "sessions");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

interface Written {
  readonly answered: number;
  readonly said: readonly string[];
}

/** The writer under something that limits it, whose command line ends where the writer's begins. */
function runWriter(limit: readonly string[], ...args: readonly string[]): Written {
  const [file = "", ...rest] = [...limit, process.execPath, WRITER, directory, sessionId, ...args];
  const { stdout, stderr } = spawnSync(file, rest, { encoding: "utf8" });
  if (stdout === "") throw new Error(`the writer said nothing: ${stderr}`);
  return JSON.parse(stdout) as Written; // what the writer prints
}

/** Files may have so many kibibytes. */
const limitFiles = (kibibytes: number) => ["bash", "-c", `ulimit -f ${kibibytes}; "$@"`, "bash"];

const inNamespace = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc"];
const hasNamespaces = spawnSync("bwrap", [...inNamespace.slice(1), "true"]).status === 0;
const NEEDS_BWRAP = "needs bwrap, to mount a small disk and a read-only one";

async function readEvents() {
  await using log = await createFileArchive({ processes, directory }).openLog(sessionId);
  return { events: log.events, notes: log.notes };
}

const UNKEPT = /^This session is not kept from here on: \w+: .*\.\n\n$/u;

describe("a session whose log cannot grow any more", () => {
  it("goes on, says so once, and has every turn it had room for", async () => {
    const { answered, said } = runWriter(limitFiles(8), "create", "20");
    expect(answered).toBe(20);
    expect(said).toEqual([expect.stringMatching(UNKEPT)]);
    const { events, notes } = await readEvents();
    expect(notes).toEqual([]); // nothing is torn
    const texts = events.flatMap((event) => (event.type === "prompt" ? [event.text] : []));
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.map((text) => Number.parseInt(text.slice("prompt ".length), 10))).toEqual([
      ...texts.keys(),
    ]);
  });

  it("goes on being kept when it is opened again where there is room", async () => {
    runWriter(limitFiles(8), "create", "20");
    const before = (await readEvents()).events.length;
    expect(runWriter([], "open", "2")).toEqual({ answered: 2, said: [] });
    expect((await readEvents()).events.length).toBe(before + 4);
  });
});

describe("a session on a disk", () => {
  beforeEach((ctx) => ctx.skip(!hasNamespaces, NEEDS_BWRAP));

  it("that is full goes on, and has said so once", () => {
    mkdirSync(directory);
    const small = [...inNamespace, "--size", "32768", "--tmpfs", directory];
    const { answered, said } = runWriter(small, "create", "50");
    expect(answered).toBe(50);
    expect(said).toEqual([expect.stringMatching(/not kept from here on: ENOSPC/u)]);
  });

  it("that cannot be written goes on, and has said so once", () => {
    mkdirSync(directory);
    const { answered, said } = runWriter([...inNamespace, "--ro-bind", root, root], "create", "2");
    expect(answered).toBe(2);
    expect(said).toEqual([expect.stringMatching(/not kept from here on: EROFS/u)]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it("that cannot be written any more is not opened, which is said, and stays as it is", () => {
    runWriter([], "create", "2");
    const file = join(directory, `${sessionId}.jsonl`);
    const text = readFileSync(file, "utf8");
    const readOnly = [...inNamespace, "--ro-bind", root, root];
    expect(runWriter(readOnly, "open", "1")).toEqual({
      answered: 0,
      said: [expect.stringMatching(/session sess_0123456789 cannot be opened: EROFS/u)],
    });
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});
