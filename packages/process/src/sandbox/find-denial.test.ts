import { describe, expect, it } from "vitest";
import type { Ending } from "@termwire/terminal";
import { findDenial } from "./find-denial.ts";

const failed: Ending = { kind: "exited", code: 1, cause: "exit" };
const offline = { network: false };

describe("a denial", () => {
  it.each([
    "touch: cannot touch '/etc/x': Read-only file system",
    "Error: EROFS: read-only file system, open '/etc/x'",
    "bash: /dev/sda: Permission denied",
    "kill: (1) - Operation not permitted",
    "Error: EACCES, open 'x'",
    "curl: (6) Could not resolve host: example.org",
    "wget: Temporary failure in name resolution",
    "ssh: Could not resolve hostname a: Name or service not known",
    "connect: Network is unreachable",
    "npm error network request failed, reason: getaddrinfo EAI_AGAIN registry",
    "sandbox: touch(12) deny(1) file-write-create /etc/x",
  ])("is found in %j", (line) => {
    expect(findDenial(offline, failed, `before\n${line}\nafter\n`)).toBe(line);
  });

  it.each([
    "",
    "all tests passed",
    "1 test failed",
    "fatal: not a git repository",
    "Connection refused",
  ])("is not found in %j", (line) => {
    expect(findDenial(offline, failed, line)).toBeNull();
  });

  it("is never found in what ended well", () => {
    const ok: Ending = { kind: "exited", code: 0, cause: "exit" };
    expect(findDenial(offline, ok, "x: Read-only file system")).toBeNull();
    expect(findDenial(offline, { ...ok, cause: "timeout" }, "x: EROFS")).toBeNull();
  });

  it("is never found in what was not started or is lost", () => {
    const text = "termwire: x: permission denied";
    expect(findDenial(offline, { ...failed, code: 126, cause: "not-started" }, text)).toBeNull();
    expect(findDenial(offline, { kind: "lost", reason: "?", cause: "exit" }, text)).toBeNull();
  });

  it("is found in what died of a signal", () => {
    const aborted: Ending = { kind: "signaled", signal: "SIGABRT", cause: "exit" };
    expect(findDenial(offline, aborted, "x: EROFS")).toBe("x: EROFS");
  });

  it("is not a missing network when there is one", () => {
    expect(findDenial({ network: true }, failed, "Could not resolve host: a")).toBeNull();
  });

  it("is what can only be the sandbox's, before what may be the machine's", () => {
    const text = "a: Read-only file system\nb: Network is unreachable\nc: Permission denied";
    expect(findDenial(offline, failed, text)).toBe("a: Read-only file system");
  });

  it("is the last of its kind", () => {
    expect(findDenial(offline, failed, "a: EROFS\nb: EROFS\n")).toBe("b: EROFS");
  });

  it("is a plain line of bounded length", () => {
    const line = `\u001b[31m${"x".repeat(500)}\u0007 EROFS`;
    const long = `\u001b[31mEROFS\u001b[0m ${"x".repeat(500)}`;
    expect(findDenial(offline, failed, line)).toBe("x".repeat(300));
    expect(findDenial(offline, failed, long)).toBe(`EROFS ${"x".repeat(294)}`);
  });
});
