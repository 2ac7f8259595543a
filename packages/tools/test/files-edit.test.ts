import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLocalFiles } from "@termwire/process";
import type { FileAccess } from "../src/files/file-access.ts";
import { createFilesSession } from "./files-session.ts";

describe("read", () => {
  it("gives the lines of a file with their numbers", async () => {
    await using session = await createFilesSession({ "a.txt": "one\ntwo\r\nthree" });
    const outcome = await session.call("read", { path: "a.txt" });
    expect(outcome).toMatchObject({ text: "1\tone\n2\ttwo\n3\tthree", failed: false });
    expect(outcome.view).toEqual({
      card: "generic",
      content: [{ text: "one\ntwo\nthree", fence: "text" }],
    });
  });

  it("gives a part of it, and says what else there is", async () => {
    const text = Array.from({ length: 5000 }, (_line, index) => `line ${index + 1}`).join("\n");
    await using session = await createFilesSession({ "a.txt": text });
    const part = await session.call("read", { path: "a.txt", startLine: 10, endLine: 11 });
    expect(part.text).toBe("10\tline 10\n11\tline 11\n[… lines 12 to 5000 not shown]");
    const all = await session.call("read", { path: "a.txt" });
    expect(all.text).toMatch(/\n2000\tline 2000\n\[… lines 2001 to 5000 not shown\]$/u);
    const beyond = await session.call("read", { path: "a.txt", startLine: 9000 });
    expect(beyond.text).toContain("has 5000 lines, and none from 9000 on");
  });

  it("is bounded, whatever the lines are like", async () => {
    const long = "x".repeat(9000);
    await using session = await createFilesSession({ "a.txt": `${long}\n`.repeat(100) });
    const { text } = await session.call("read", { path: "a.txt" });
    expect(text.length).toBeLessThan(64_000);
    expect(text).toContain("[… 7000 characters omitted]");
    expect(text).toMatch(/lines \d+ to 100 not shown/u);
  });

  it("says that a file is empty", async () => {
    await using session = await createFilesSession({ "a.txt": "" });
    expect((await session.call("read", { path: "a.txt" })).text).toContain("is empty");
  });

  it("refuses what is no text, no file, too long, or not there, by name", async () => {
    await using session = await createFilesSession({
      "a.bin": new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1]),
      "dir/x": "",
    });
    await writeFile(join(session.cwd, "big"), Buffer.alloc(5 * 1024 * 1024, "a"));
    execFileSync("mkfifo", [join(session.cwd, "pipe")]);
    const read = async (path: string): Promise<string> => {
      const { text, failed } = await session.call("read", { path });
      expect(failed).toBe(true);
      expect(text).toContain(join(session.cwd, path));
      return text;
    };
    expect(await read("a.bin")).toContain("is not text (6 bytes");
    expect(await read("dir")).toContain("is a directory");
    expect(await read("big")).toContain("too long");
    expect(await read("pipe")).toContain("not an ordinary file");
    expect(await read("none")).toContain("There is no file");
    expect(await read("a.bin/below")).toContain("There is no file");
  });

  it("has a card with its place", async () => {
    await using session = await createFilesSession({});
    expect(session.view("read", { path: "src/a.ts", startLine: 3, endLine: 9 })).toEqual({
      card: "generic",
      kind: "read",
      title: "Read src/a.ts:3-9",
      locations: [{ path: "src/a.ts", line: 3 }],
    });
    expect(session.view("read", { path: "/etc/hosts", startLine: null })).toMatchObject({
      title: "Read /etc/hosts",
      locations: [{ path: "/etc/hosts" }],
    });
  });

  it.each([
    [{}, "read: path: expected a string that is not empty, got nothing"],
    [{ path: 3 }, "read: path: expected a string, got 3"],
    [{ path: "a\0b" }, "expected no NUL character"],
    [{ path: "a", startLine: 0 }, "startLine: expected a whole number from 1 up, got 0"],
    [{ path: "a", startLine: 5, endLine: 2 }, "endLine: expected a line from 5 on, got 2"],
    ["a", "read: arguments: expected an object"],
  ])("refuses %j before it runs", async (input, message) => {
    await using session = await createFilesSession({});
    expect(() => session.view("read", input)).toThrow(message);
  });
});

describe("write", () => {
  it("makes a file with the directories it needs, and shows it as new", async () => {
    await using session = await createFilesSession({});
    const outcome = await session.call("write", { path: "a/b/c.txt", content: "hi\nyou\n" });
    const path = join(session.cwd, "a/b/c.txt");
    expect(outcome.text).toBe(`Created ${path}: 2 lines.`);
    expect(outcome.view).toEqual({
      card: "diff",
      diffs: [{ path, oldText: null, newText: "hi\nyou\n" }],
    });
    expect(await readFile(path, "utf8")).toBe("hi\nyou\n");
  });

  it("replaces a file, keeps its mode, writes through a link, and shows what changed", async () => {
    await using session = await createFilesSession({ "run.sh": "old" });
    const path = join(session.cwd, "run.sh");
    await chmod(path, 0o755);
    await symlink(path, join(session.cwd, "link"));
    const outcome = await session.call("write", { path: "link", content: "new" });
    expect(outcome.view).toMatchObject({ diffs: [{ oldText: "old", newText: "new" }] });
    expect(await readFile(path, "utf8")).toBe("new");
    expect((await stat(path)).mode & 0o777).toBe(0o755);
  });

  it("does not write over what is no text", async () => {
    const image = new Uint8Array([0, 1, 2]);
    await using session = await createFilesSession({ "a.png": image });
    const outcome = await session.call("write", { path: "a.png", content: "oops" });
    expect(outcome).toMatchObject({ failed: true, text: expect.stringContaining("is not text") });
    expect(new Uint8Array(await readFile(join(session.cwd, "a.png")))).toEqual(image);
  });

  it("says why it could not", async () => {
    await using session = await createFilesSession({ file: "" });
    await mkdir(join(session.cwd, "dir"));
    const below = await session.call("write", { path: "file/below", content: "" });
    expect(below).toMatchObject({ failed: true, text: expect.stringContaining("not a directory") });
    const onto = await session.call("write", { path: "dir", content: "" });
    expect(onto).toMatchObject({ failed: true, text: expect.stringContaining("is a directory") });
  });

  it("does nothing when its turn was cancelled", async () => {
    await using session = await createFilesSession({});
    session.turn.abort();
    const outcome = await session.call("write", { path: "a", content: "x" });
    expect(outcome.failed).toBe(true);
    await expect(stat(join(session.cwd, "a"))).rejects.toThrow("ENOENT");
  });

  it("has a card that shows all that is to be written before it is", async () => {
    await using session = await createFilesSession({});
    expect(session.view("write", { path: "a.txt", content: "hi" })).toEqual({
      card: "diff",
      title: "Write a.txt",
      diffs: [{ path: "a.txt", oldText: null, newText: "hi" }],
      locations: [{ path: "a.txt" }],
    });
  });
});

describe("edit", () => {
  it("replaces a text and shows the whole file before and after", async () => {
    await using session = await createFilesSession({ "a.ts": "let a = 1;\nlet b = 2;\n" });
    const input = { path: "a.ts", oldText: "b = 2", newText: "b = 3" };
    const outcome = await session.call("edit", input);
    const path = join(session.cwd, "a.ts");
    expect(outcome.text).toBe(`Edited ${path} at line 2.`);
    expect(outcome.view).toEqual({
      card: "diff",
      diffs: [{ path, oldText: "let a = 1;\nlet b = 2;\n", newText: "let a = 1;\nlet b = 3;\n" }],
    });
    expect(await readFile(path, "utf8")).toBe("let a = 1;\nlet b = 3;\n");
  });

  it("leaves the file as it is when the text is there twice, and names the lines", async () => {
    await using session = await createFilesSession({ "a.ts": "x\ny\nx\n" });
    const outcome = await session.call("edit", { path: "a.ts", oldText: "x", newText: "z" });
    expect(outcome.failed).toBe(true);
    expect(outcome.text).toContain("2 times, at lines 1, 3.");
    expect(await readFile(join(session.cwd, "a.ts"), "utf8")).toBe("x\ny\nx\n");
    const all = await session.call("edit", {
      path: "a.ts",
      oldText: "x",
      newText: "z",
      replaceAll: true,
    });
    expect(all.text).toContain("in 2 places, first at line 1");
  });

  it("shows what is nearest when the text is not there", async () => {
    await using session = await createFilesSession({
      "a.ts": "function add() {\n\treturn 1;\n}\n",
    });
    const input = { path: "a.ts", oldText: "function add() {\n  return 1;", newText: "x" };
    const { failed, text } = await session.call("edit", input);
    expect(failed).toBe(true);
    expect(text).toContain("Not edited: the text is not in");
    expect(text).toContain("line 1 (differs in white space only):\nfunction add() {\n\treturn 1;");
  });

  it("says when nothing is near, and when there is no file", async () => {
    await using session = await createFilesSession({ "a.ts": "abc\n" });
    const far = await session.call("edit", { path: "a.ts", oldText: "zzzz", newText: "x" });
    expect(far.text).toContain("Nothing in it is like it");
    const none = await session.call("edit", { path: "b.ts", oldText: "z", newText: "x" });
    expect(none.text).toBe(`There is no file ${join(session.cwd, "b.ts")}.`);
  });

  it("keeps every one of several edits that are asked for at once", async () => {
    const names = Array.from({ length: 20 }, (_name, index) => `<${index}>`);
    await using session = await createFilesSession({ "a.txt": names.join("\n") });
    await Promise.all(
      names.map((name) =>
        session.call("edit", { path: "a.txt", oldText: name, newText: `done ${name}` }),
      ),
    );
    expect(await readFile(join(session.cwd, "a.txt"), "utf8")).toBe(
      names.map((name) => `done ${name}`).join("\n"),
    );
  });

  it("of a long file shows only what it replaced", async () => {
    await using session = await createFilesSession({ "a.txt": `${"x\n".repeat(200_000)}end` });
    const outcome = await session.call("edit", { path: "a.txt", oldText: "end", newText: "END" });
    expect(outcome.view).toMatchObject({ diffs: [{ oldText: "end", newText: "END" }] });
  });

  it("shows the same card again from what a log kept", async () => {
    await using session = await createFilesSession({ "a.ts": "one" });
    const input = { path: "a.ts", oldText: "one", newText: "two" };
    const { createFileTools } = await import("../src/files/create-file-tools.ts");
    const edit = createFileTools({ files: createLocalFiles() })[2];
    const outcome = await session.call("edit", input);
    const logged: unknown = JSON.parse(JSON.stringify(outcome.result));
    expect(edit?.prepare(input).replay(logged)).toEqual(outcome);
  });

  it.each([
    [{ path: "a", oldText: "", newText: "x" }, "oldText: expected the text to replace"],
    [{ path: "a", oldText: "x", newText: "x" }, "newText: expected something else than oldText"],
    [{ path: "a", oldText: "x" }, "newText: expected a string, got nothing"],
    [{ path: "a", oldText: "x", newText: "y", replaceAll: "yes" }, "expected true or false"],
  ])("refuses %j before it runs", async (input, message) => {
    await using session = await createFilesSession({});
    expect(() => session.view("edit", input)).toThrow(message);
  });
});

describe("a client's files", () => {
  it("are what is read and changed, so that unsaved buffers are seen", async () => {
    const buffers = new Map<string, string>();
    const files: FileAccess = {
      async read(path) {
        const text = buffers.get(path);
        return text === undefined ? null : new TextEncoder().encode(text);
      },
      async write(path, bytes) {
        buffers.set(path, new TextDecoder().decode(bytes));
      },
    };
    await using session = await createFilesSession({ "a.txt": "saved" }, { files });
    const path = join(session.cwd, "a.txt");
    buffers.set(path, "not saved yet");
    expect((await session.call("read", { path: "a.txt" })).text).toBe("1\tnot saved yet");
    await session.call("edit", { path: "a.txt", oldText: "not", newText: "now" });
    expect(buffers.get(path)).toBe("now saved yet");
    expect(await readFile(path, "utf8")).toBe("saved");
  });
});
