import { describe, expect, it } from "vitest";
import { findInstructions, MAX_INSTRUCTION_BYTES } from "./find-instructions.ts";

/** A file system of these files; remembers what was asked for. */
function createFiles(files: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const read = async (path: string, limitBytes: number): Promise<Uint8Array | null> => {
    asked.push(path);
    const text = files[path];
    return text === undefined ? null : new TextEncoder().encode(text).subarray(0, limitBytes);
  };
  return { asked, read };
}

describe("a project's instructions", () => {
  it("are those of the nearest directory", async () => {
    const { read } = createFiles({ "/a/AGENTS.md": "far", "/a/b/AGENTS.md": "near" });
    expect(await findInstructions("/a/b/c", read)).toEqual({
      path: "/a/b/AGENTS.md",
      text: "near",
      isCut: false,
    });
  });

  it("are looked for up to the root, and no further", async () => {
    const { asked, read } = createFiles({});
    expect(await findInstructions("/a/b/", read)).toBeNull();
    expect(asked).toEqual(["/a/b/AGENTS.md", "/a/AGENTS.md", "/AGENTS.md"]);
  });

  it("are found at the root itself, and on a drive", async () => {
    const { read } = createFiles({ "/AGENTS.md": "root", "C:\\AGENTS.md": "drive" });
    expect(await findInstructions("/", read)).toMatchObject({ text: "root" });
    expect(await findInstructions("C:\\work\\x", read)).toMatchObject({ path: "C:\\AGENTS.md" });
  });

  it("that are empty do not hide those above", async () => {
    const { read } = createFiles({ "/AGENTS.md": "root", "/a/AGENTS.md": " \n" });
    expect(await findInstructions("/a", read)).toMatchObject({ text: "root" });
  });

  it("are cut at a character's end when they are too long, and say so", async () => {
    const long = `${"x".repeat(MAX_INSTRUCTION_BYTES - 1)}é and more`;
    const found = await findInstructions("/", createFiles({ "/AGENTS.md": long }).read);
    expect(found).toMatchObject({ isCut: true, text: "x".repeat(MAX_INSTRUCTION_BYTES - 1) });
  });
});
