import { describe, expect, it } from "vitest";
import { planBubblewrap } from "./plan-bubblewrap.ts";
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
  temporaryRoots: ["/tmp"],
  hidden: [],
  gitGuards: [],
  isRoot: false,
};

const plan = (
  changedPolicy: Partial<SandboxPolicy> = {},
  changedFacts: Partial<SandboxFacts> = {},
  env: Readonly<Record<string, string>> = {},
): string =>
  planBubblewrap({ ...policy, ...changedPolicy }, { env }, { ...facts, ...changedFacts }).join(" ");

const BASE = "--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp";

describe("the options of bubblewrap", () => {
  it("are these for a workspace that may be written", () => {
    expect(plan()).toBe(
      `--unshare-pid --unshare-ipc --unshare-uts --unshare-net --cap-drop ALL ${BASE} --bind /w /w --setenv TMPDIR /tmp --chdir /w`,
    );
  });

  it("bind nothing writable in a read-only sandbox", () => {
    const guards = [{ path: "/w/.git", treatment: "pinned" }] as const;
    expect(plan({ mode: "read-only" }, { gitGuards: guards })).not.toContain("--bind");
  });

  it("leave the network alone when it is on", () => {
    expect(plan({ network: true })).not.toContain("--unshare-net");
  });

  it("leave root what it needs for files, and nothing for the system", () => {
    const options = plan({}, { isRoot: true });
    expect(options).toContain("--cap-drop ALL --cap-add CAP_CHOWN --cap-add CAP_DAC_OVERRIDE");
    expect(options).toContain("--tmpfs /tmp --ro-bind-try /proc/sys /proc/sys");
    expect(options).not.toMatch(/SYS_ADMIN|MKNOD|DAC_READ_SEARCH|NET_ADMIN|PTRACE/u);
  });

  it.each([
    ["a working directory", { cwd: "/tmp/c" }, {}, `${BASE} --ro-bind /tmp/c /tmp/c`],
    ["a workspace", {}, { writableRoots: ["/tmp/w"] }, "--bind /tmp/w /tmp/w --setenv"],
    ["/tmp itself as a workspace", {}, { writableRoots: ["/tmp"] }, "--bind /tmp /tmp --setenv"],
  ])("show %s that lies under the private directory", (_what, changedFacts, changed, expected) => {
    expect(plan(changed, changedFacts)).toContain(expected);
  });

  it("keep /tmp private for a command that works in it without leave to write", () => {
    expect(plan({}, { cwd: "/tmp" })).not.toMatch(/bind \/tmp/u);
  });

  it("guard a repository after the root it lies in is bound, what is inside last", () => {
    const gitGuards = [
      { path: "/w/.git", treatment: "pinned" },
      { path: "/w/.git/hooks", treatment: "empty" },
      { path: "/w/.git/config", treatment: "read-only" },
    ] as const;
    expect(plan({}, { gitGuards })).toContain(
      "--bind /w /w --bind /w/.git /w/.git --tmpfs /w/.git/hooks --remount-ro /w/.git/hooks --ro-bind /w/.git/config /w/.git/config",
    );
  });

  it("hide secrets last, over whatever is writable", () => {
    const hidden = [
      { path: "/w/.ssh", kind: "directory" },
      { path: "/w/.netrc", kind: "file" },
    ] as const;
    expect(plan({}, { hidden })).toContain(
      "--bind /w /w --tmpfs /w/.ssh --remount-ro /w/.ssh --ro-bind /dev/null /w/.netrc --setenv",
    );
  });

  it("do not make a place for a secret that is not to be seen anyway", () => {
    const hidden = [{ path: "/tmp/agent.sock", kind: "file" }] as const;
    expect(plan({}, { hidden })).not.toContain("agent.sock");
    expect(plan({ writableRoots: ["/tmp"] }, { hidden })).toContain("agent.sock");
  });

  it("leave a TMPDIR that was asked for as it is", () => {
    expect(plan({}, {}, { TMPDIR: "/w/tmp" })).not.toContain("--setenv");
  });
});
