import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFilesSession, findProgram, type FilesSession } from "./files-session.ts";

const PROJECT = {
  ".gitignore": "*.log\n/build/\n",
  ".hidden": "needle in hidden\n",
  ".git/config": "needle in git\n",
  "a.ts": "first\nconst needle = 1;\n",
  "b.log": "needle in log\n",
  "build/out.ts": "needle in build\n",
  "src/deep/c.ts": "Needle\n",
  "src/d.md": "needle in words\n",
  "src/.gitignore": "secret.ts\n!kept.log\n",
  "src/secret.ts": "needle in secret\n",
  "src/kept.log": "needle kept\n",
  "data.bin": new Uint8Array([110, 101, 101, 100, 108, 101, 0, 1]),
};

const RIPGREP = await findProgram("rg");

/** One contract, both ways to search. */
describe.each([
  { way: "with ripgrep", hasRipgrep: true },
  { way: "without ripgrep", hasRipgrep: false },
])("searching $way", ({ hasRipgrep }) => {
  async function search(
    skip: (condition: boolean, note: string) => void,
    contents: Parameters<typeof createFilesSession>[0] = PROJECT,
  ): Promise<FilesSession> {
    skip(hasRipgrep && RIPGREP === null, "needs ripgrep (rg)");
    return createFilesSession(contents, { hasRipgrep });
  }

  it("finds lines in what git does not ignore, hidden files too", async ({ skip }) => {
    await using session = await search(skip);
    const { text, failed } = await session.call("grep", { pattern: "needle" });
    expect(failed).toBe(false);
    expect(text.split("\n").toSorted()).toEqual([
      ".hidden:1:needle in hidden",
      "a.ts:2:const needle = 1;",
      "src/d.md:1:needle in words",
      "src/kept.log:1:needle kept",
    ]);
  });

  it("finds lines in one kind of file, in one directory, without case, in one file", async ({
    skip,
  }) => {
    await using session = await search(skip);
    const grep = async (input: object): Promise<string> =>
      (await session.call("grep", { pattern: "needle", ...input })).text;
    expect(await grep({ glob: "*.ts" })).toBe("a.ts:2:const needle = 1;");
    expect(await grep({ path: "src", glob: "deep/*.ts", ignoreCase: true })).toBe(
      "src/deep/c.ts:1:Needle",
    );
    expect(await grep({ path: join(session.cwd, "src", "deep"), ignoreCase: true })).toBe(
      `${session.cwd}/src/deep/c.ts:1:Needle`,
    );
    expect(await grep({ path: "a.ts" })).toBe("a.ts:2:const needle = 1;");
    expect(await grep({ glob: "*.css" })).toBe("Nothing found.");
    expect(await grep({ glob: "*.log" })).toBe("src/kept.log:1:needle kept");
  });

  it("finds lines by a pattern, whatever it begins with", async ({ skip }) => {
    await using session = await search(skip, { "a.txt": "--flag x\nfoo(1)\n" });
    const grep = async (pattern: string): Promise<string> =>
      (await session.call("grep", { pattern })).text;
    expect(await grep("--flag")).toBe("a.txt:1:--flag x");
    expect(await grep("^foo\\(\\d\\)$")).toBe("a.txt:2:foo(1)");
  });

  it("gives so many lines and says that there are more; long ones are cut", async ({ skip }) => {
    const long = `x${"y".repeat(1000)}\n`;
    await using session = await search(skip, { "a.txt": "x\n".repeat(300), "b.txt": long });
    const { text, result } = await session.call("grep", { pattern: "x" });
    expect(text).toMatch(/a\.txt:100:x\n\[… only the first 100; narrow the search/u);
    expect(result).toMatchObject({ isCut: true });
    const some = await session.call("grep", { pattern: "x", path: "b.txt", limit: 5 });
    expect(some.text.length).toBeLessThan(320);
    expect(some.text.endsWith("…")).toBe(true);
  });

  it("names the places it found on its card, and never more than a client could follow", async ({
    skip,
  }) => {
    await using session = await search(skip, { "a.txt": "x\n".repeat(80), "b.md": "y\n" });
    const lines = await session.call("grep", { pattern: "y" });
    expect(lines.view).toMatchObject({ locations: [{ path: "b.md", line: 1 }] });
    const many = await session.call("grep", { pattern: "x" });
    expect(many.view.card === "generic" && many.view.locations?.length).toBe(50);
    const files = await session.call("glob", { pattern: "*.md" });
    expect(files.view).toMatchObject({ locations: [{ path: "b.md" }] });
    const none = await session.call("grep", { pattern: "z" });
    expect(none.view).not.toHaveProperty("locations");
  });

  it("says what is wrong with a pattern, or a place", async ({ skip }) => {
    await using session = await search(skip, {});
    const pattern = await session.call("grep", { pattern: "(" });
    expect(pattern).toMatchObject({ failed: true });
    expect(pattern.text).toMatch(/regular expression|regex parse error/u);
    const place = await session.call("grep", { pattern: "x", path: "none" });
    expect(place).toMatchObject({ failed: true, text: expect.stringContaining("none") });
  });

  it("finds files by name, without those git ignores", async ({ skip }) => {
    await using session = await search(skip);
    const glob = async (input: object): Promise<string[]> =>
      (await session.call("glob", input)).text.split("\n").toSorted();
    expect(await glob({ pattern: "*.ts" })).toEqual(["a.ts", "src/deep/c.ts"]);
    expect(await glob({ pattern: "src/*" })).toEqual([
      "src/.gitignore",
      "src/d.md",
      "src/kept.log",
    ]);
    expect(await glob({ pattern: "*.ts", path: "src" })).toEqual(["src/deep/c.ts"]);
    expect(await glob({ pattern: "*.{md,log}" })).toEqual(["src/d.md", "src/kept.log"]);
    expect(await glob({ pattern: "*.css" })).toEqual(["No file found."]);
  });

  it("gives so many files, and says how many there are", async ({ skip }) => {
    const contents = Object.fromEntries(
      Array.from({ length: 620 }, (_file, index) => [`f${index}.txt`, ""]),
    );
    await using session = await search(skip, contents);
    const { text } = await session.call("glob", { pattern: "*.txt" });
    expect(text.split("\n").length).toBe(501);
    expect(text).toContain("[… 120 more; narrow the search to see them]");
  });

  it("says that a place to find files in is none", async ({ skip }) => {
    await using session = await search(skip, { file: "" });
    const outcome = await session.call("glob", { pattern: "*", path: "file" });
    expect(outcome).toMatchObject({ failed: true, text: expect.stringContaining("file") });
  });

  it("does not go round in circles", async ({ skip }) => {
    await using session = await search(skip, { "dir/a.txt": "x" });
    await symlink(session.cwd, join(session.cwd, "dir", "loop"));
    expect((await session.call("glob", { pattern: "*.txt" })).text).toBe("dir/a.txt");
  });

  it("ends when its turn is cancelled", async ({ skip }) => {
    await using session = await search(skip);
    session.turn.abort();
    const outcome = await session.call("grep", { pattern: "x" });
    expect(outcome).toMatchObject({ failed: true, text: "The call was cancelled." });
  });
});

describe("a search", () => {
  it("has a card that says what for and where", async () => {
    await using session = await createFilesSession({});
    expect(session.view("grep", { pattern: 'a "b"', path: "src", glob: "*.ts" })).toEqual({
      card: "generic",
      kind: "search",
      title: 'Search for "a \\"b\\"" in src (*.ts)',
      locations: [{ path: "src" }],
    });
    expect(session.view("glob", { pattern: "*.ts" })).toEqual({
      card: "generic",
      kind: "search",
      title: "Find files *.ts",
    });
  });
});
