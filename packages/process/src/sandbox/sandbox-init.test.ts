import { describe, expect, it } from "vitest";
import { findSandboxInit, planSandboxLaunch } from "./sandbox-init.ts";

const launch = {
  bubblewrap: "/usr/bin/bwrap",
  options: ["--ro-bind", "/", "/"],
  reportPath: "/proc/1/fd/20",
  program: ["printf", "%s", "a b", ""],
} as const;

describe("the launch of a sandbox", () => {
  it("has the program last and as it is", () => {
    const args = planSandboxLaunch({ ...launch, init: { kind: "perl", file: "/usr/bin/perl" } });
    expect(args.slice(-5)).toEqual(["--", "printf", "%s", "a b", ""]);
  });

  it("has bubblewrap and its options before the first process", () => {
    const args = planSandboxLaunch({ ...launch, init: { kind: "perl", file: "/usr/bin/perl" } });
    expect(args.slice(2, 12).join(" ")).toBe(
      "sh /proc/1/fd/20 /usr/bin/bwrap --ro-bind / / --setenv PERL_BADLANG 0 --",
    );
  });

  it("runs as node where the runtime is an application", () => {
    const args = planSandboxLaunch({ ...launch, init: { kind: "node", file: "/opt/app" } });
    expect(args.join(" ")).toContain("--setenv ELECTRON_RUN_AS_NODE 1 -- /opt/app -e");
  });
});

describe("the first process", () => {
  it("is the runtime of this process where there is no perl", () => {
    expect(findSandboxInit("/no/such/place")).toEqual({ kind: "node", file: process.execPath });
  });
});
