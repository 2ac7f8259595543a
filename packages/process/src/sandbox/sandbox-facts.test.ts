import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSandboxFacts } from "./sandbox-facts.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";

const directory = realpathSync(mkdtempSync(join(tmpdir(), "facts-")));
const at = (path: string): string => join(directory, path);
mkdirSync(at("home/.ssh/agent"), { recursive: true });
mkdirSync(at("elsewhere"));
writeFileSync(at("home/.ssh/agent/socket"), "");
writeFileSync(at("home/.netrc"), "");
symlinkSync("../elsewhere", at("home/.aws"));
symlinkSync("home", at("link"));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

const policy: SandboxPolicy = {
  mode: "workspace-write",
  network: true,
  writableRoots: [],
  hiddenPaths: [],
};

const hidden = (...hiddenPaths: string[]): unknown =>
  readSandboxFacts({ ...policy, hiddenPaths }, "/").hidden;

describe("what a sandbox has to know of the machine", () => {
  it("is where its working directory really is", () => {
    expect(readSandboxFacts(policy, at("link")).cwd).toBe(at("home"));
    expect(readSandboxFacts(policy, "/no/such/place").cwd).toBe("/no/such/place");
  });

  it("is which of the secrets there are, and of what kind", () => {
    expect(hidden(at("home/.netrc"), at("home/.kube"), at("home/.ssh"))).toEqual([
      { path: at("home/.netrc"), kind: "file" },
      { path: at("home/.ssh"), kind: "directory" },
    ]);
  });

  it("is where a link to a secret leads, once", () => {
    expect(hidden(at("home/.aws"), at("elsewhere"))).toEqual([
      { path: at("elsewhere"), kind: "directory" },
    ]);
  });

  it("is nothing that is hidden with its directory, such as the socket of an agent", () => {
    const expected = [{ path: at("home/.ssh"), kind: "directory" }];
    expect(hidden(at("home/.ssh"), at("home/.ssh/agent/socket"))).toEqual(expected);
    expect(hidden(at("home/.ssh/agent/socket"), at("home/.ssh"))).toEqual(expected);
  });

  it("is no repository where nothing can be written", () => {
    const readOnly = { ...policy, mode: "read-only", writableRoots: [directory] } as const;
    mkdirSync(at(".git"));
    expect(readSandboxFacts(readOnly, "/").gitGuards).toEqual([]);
    expect(readSandboxFacts({ ...policy, writableRoots: [directory] }, "/").gitGuards).toEqual([
      { path: at(".git"), treatment: "read-only" },
    ]);
  });
});
