import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classifyCommand } from "@termwire/tools";

let directory = "";

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "termwire-classify-"));
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

const NAMES = ["cat", "head", "tail", "nl", "bat", "sed", "grep", "rg", "git", "find", "fd", "ls"];

/** Every program that may be shown as something else only says that it was called; nothing else can be found. */
const PRELUDE = NAMES.map((name) => `${name}() { printf '<%s>' ${name} "$@"; echo; }`).join("\n");

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
}

const runInShell = (line: string): Ran => {
  const { stdout, stderr } = spawnSync("/bin/bash", ["--norc", "-c", `${PRELUDE}\n${line}`], {
    cwd: directory,
    env: { PATH: "/nowhere" },
    encoding: "utf8",
    timeout: 10_000,
  });
  return { stdout, stderr };
};

const word = fc.oneof(
  fc.constantFrom(
    "a",
    "b.txt",
    "-n",
    "-e",
    "--",
    "-",
    "5p",
    "'1,5p'",
    '"a b"',
    "a\\ b",
    "src/x",
    "''",
  ),
  fc.constantFrom(
    "TODO",
    "-name",
    "-rn",
    "-i",
    ".",
    "'*.ts'",
    "x*",
    "grep",
    "\\(",
    "\\)",
    "!",
    "{}",
  ),
  fc.constantFrom(
    "$x",
    "`x`",
    "$(x)",
    "<f",
    ">f",
    "2>/dev/null",
    "2>&1",
    "&",
    ";",
    "|",
    "&&",
    "#c",
  ),
  fc.constantFrom(
    '"$x"',
    "'",
    '"',
    "\\",
    "a=b",
    "{a,b}",
    "~",
    "$'a'",
    "<<<a",
    "(a)",
    "$[1]",
    "$[",
    "\n",
    "\\\n",
    "a'b'",
  ),
  fc.stringMatching(/^[ -~]{1,6}$/),
);

describe("a line that is taken for one that only reads or searches", () => {
  it("runs exactly one program once in a real shell, and writes nothing", () => {
    let taken = 0;
    const line = fc
      .tuple(fc.constantFrom(...NAMES), fc.array(word, { minLength: 1, maxLength: 5 }))
      .map(([name, words]) => [name, ...words].join(" "));
    fc.assert(
      fc.property(line, (text) => {
        const look = classifyCommand(text);
        if (look === null) return;
        taken++;
        const { stdout, stderr } = runInShell(text);
        expect(stdout.match(/^<(\w+)>/)?.[1]).toBe(text.match(/^\w+/)?.[0]);
        expect(stdout.split("\n")).toHaveLength(2);
        expect(stderr).toBe("");
        expect(readdirSync(directory)).toEqual([]);
        const paths = look.kind === "read" ? look.locations.map(({ path }) => path) : [];
        expect(paths.filter((path) => !stdout.includes(`<${path}>`))).toEqual([]);
      }),
      { numRuns: 4_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});
