import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { resolveSandboxPolicy } from "./sandbox-policy.ts";

const directory = realpathSync(mkdtempSync(join(tmpdir(), "policy-")));
mkdirSync(join(directory, "a/b"), { recursive: true });
symlinkSync("a", join(directory, "link"));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

const roots = (...writableRoots: string[]): readonly string[] =>
  resolveSandboxPolicy({ mode: "workspace-write", writableRoots }).writableRoots;

describe("a sandbox policy", () => {
  it("has no network and nothing writable unless that is asked for", () => {
    expect(resolveSandboxPolicy({ mode: "read-only" })).toMatchObject({
      mode: "read-only",
      network: false,
      writableRoots: [],
    });
  });

  it("has real paths for roots", () => {
    expect(roots(join(directory, "link"))).toEqual([join(directory, "a")]);
  });

  it("has each root once, and none inside another", () => {
    expect(roots(join(directory, "a/b"), join(directory, "a"), join(directory, "link"))).toEqual([
      join(directory, "a"),
    ]);
  });

  it.each([
    ["relative", "a relative/path", "absolute paths"],
    ["missing", "/no/such/directory", "directories that exist"],
    ["the whole file system", "/", "less than the whole file system"],
  ])("refuses a root that is %s", (_what, path, expected) => {
    expect(() => roots(path)).toThrow(expected);
  });

  it("hides the secrets of the home directory and what it is told to", () => {
    const { hiddenPaths } = resolveSandboxPolicy({
      mode: "read-only",
      home: "/home/u",
      hiddenPaths: ["/srv/keys"],
    });
    expect(hiddenPaths).toContain("/home/u/.ssh");
    expect(hiddenPaths.at(-1)).toBe("/srv/keys");
    expect(() => resolveSandboxPolicy({ mode: "read-only", hiddenPaths: ["keys"] })).toThrow(
      "hiddenPaths: expected absolute paths",
    );
  });
});
