import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findGitGuards } from "./git-guards.ts";

let root = "";

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "guards-")));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Directories end in a slash; everything else is a file with that content. */
function make(paths: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(paths)) {
    mkdirSync(join(root, path, path.endsWith("/") ? "" : ".."), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(root, path), content);
  }
}

const guards = (cwd = root): string[] =>
  findGitGuards(root, cwd).map(({ path, treatment }) => `${treatment} ${path.slice(root.length)}`);

describe("what is guarded of a repository", () => {
  it("is nothing where there is none", () => {
    expect(guards()).toEqual([]);
  });

  it("is its hooks and its configuration, and that it stays where it is", () => {
    make({ ".git/hooks/": "", ".git/config": "" });
    expect(guards()).toEqual(["pinned /.git", "read-only /.git/hooks", "read-only /.git/config"]);
  });

  it("is that hooks do not come to be", () => {
    make({ ".git/config": "" });
    expect(guards()).toContain("empty /.git/hooks");
  });

  it("is whatever else names a configuration, where it is there", () => {
    make({ ".git/config": "", ".git/config.worktree": "", ".git/modules/sub/config": "" });
    expect(guards().slice(3)).toEqual([
      "read-only /.git/config.worktree",
      "read-only /.git/modules",
    ]);
  });

  it("is all of one that is not as git makes it", () => {
    make({ ".git/": "" });
    expect(guards()).toEqual(["read-only /.git"]);
    make({ ".git/config": "" });
    symlinkSync("elsewhere", join(root, ".git/hooks"));
    expect(guards()).toEqual(["read-only /.git"]);
  });

  it("is found around the working directory", () => {
    make({ "a/.git/config": "", "a/b/c/": "" });
    expect(guards(join(root, "a/b/c"))[0]).toBe("pinned /a/.git");
    expect(guards("/somewhere/else")).toEqual([]);
  });

  it("is what a .git file points to, as far as it is in the root", () => {
    make({
      "main/.git/config": "",
      "main/.git/hooks/": "",
      "main/.git/worktrees/t/commondir": "../..\n",
      "t/.git": `gitdir: ${join(root, "main/.git/worktrees/t")}\n`,
    });
    expect(guards(join(root, "t"))).toEqual([
      "read-only /t/.git",
      "pinned /main/.git",
      "read-only /main/.git/hooks",
      "read-only /main/.git/config",
      "read-only /main/.git/worktrees/t/commondir",
    ]);
  });

  it("is the file alone when that points out of the root, or nowhere", () => {
    make({ ".git": "gitdir: /usr\n" });
    expect(guards()).toEqual(["read-only /.git"]);
    make({ ".git": "nothing of the kind" });
    expect(guards()).toEqual(["read-only /.git"]);
  });

  it("is never anything outside of the root that a link leads to", () => {
    symlinkSync("/usr", join(root, ".git"));
    expect(guards()).toEqual([]);
  });
});
