import { describe, expect, it } from "vitest";
import { renderSeatbeltProfile } from "./render-seatbelt-profile.ts";
import type { SandboxFacts } from "./sandbox-facts.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";

const policy: SandboxPolicy = {
  mode: "workspace-write",
  network: false,
  writableRoots: ["/w"],
  hiddenPaths: [],
};

const facts: SandboxFacts = {
  cwd: "/w",
  temporaryRoots: ["/private/tmp"],
  hidden: [{ path: "/u/.ssh", kind: "directory" }],
  gitGuards: [
    { path: "/w/.git", treatment: "pinned" },
    { path: "/w/.git/hooks", treatment: "empty" },
    { path: "/w/.git/config", treatment: "read-only" },
  ],
  isRoot: false,
};

const render = (
  changedPolicy: Partial<SandboxPolicy> = {},
  changedFacts: Partial<SandboxFacts> = {},
): string[] =>
  renderSeatbeltProfile({ ...policy, ...changedPolicy }, { ...facts, ...changedFacts }).split("\n");

describe("the profile of Seatbelt", () => {
  it("denies what it does not allow", () => {
    expect(render().slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
  });

  it("allows the workspace and temporary files, then takes out what git executes, then secrets", () => {
    expect(render().slice(-5)).toEqual([
      '(allow file-write* (subpath "/w") (subpath "/private/tmp"))',
      '(deny file-write-unlink (literal "/w/.git"))',
      '(deny file-write* (subpath "/w/.git/hooks"))',
      '(deny file-write* (subpath "/w/.git/config"))',
      '(deny file-read* file-write* network-outbound (subpath "/u/.ssh"))',
    ]);
  });

  it("allows nothing to be written but devices when it is read-only", () => {
    const writes = render({ mode: "read-only" }).filter((line) =>
      line.includes("allow file-write"),
    );
    expect(writes).toHaveLength(1);
    expect(writes[0]).toContain('"/dev/null"');
  });

  it("has a network only when that is on", () => {
    expect(render().join("\n")).not.toMatch(/allow network|trustd/u);
    expect(render({ network: true })).toContain("(allow network* system-socket)");
  });

  it("denies no path when there is none to hide", () => {
    expect(render({}, { hidden: [] }).join("\n")).not.toContain("deny file-read*");
  });

  it("has a path as one string, whatever is in it", () => {
    const profile = render({ writableRoots: ['/a "b" \\c)'] }).join("\n");
    expect(profile).toContain('(subpath "/a \\"b\\" \\\\c)")');
  });

  it("starts nothing on request: no service that opens applications or runs scripts", () => {
    expect(render({ network: true }).join("\n")).not.toMatch(
      /launchservices|lsd|appleevent|launchd/u,
    );
  });
});
