import { describe, expect, it } from "vitest";
import {
  describeRequest,
  joinPolicies,
  refuseEnvironment,
  restrictDirectories,
  type TerminalRequest,
} from "./terminal-policy.ts";

const request: TerminalRequest = {
  sessionId: "s",
  program: { kind: "file", file: "rm", args: ["-rf", "a b", "$HOME\u001b[2K"] },
  cwd: "/p/x y",
  env: { A: "1", LD_PRELOAD: "/x" },
};
const { signal } = new AbortController();

describe("describeRequest", () => {
  it("case 194: tells exactly what runs, where and with what, in words that read one way", () => {
    expect(describeRequest(request)).toBe(
      "rm -rf 'a b' $'$HOME\\x1b[2K'\nin '/p/x y'\nwith A=1 LD_PRELOAD=/x",
    );
  });

  it("shows a shell line as what the shell gets", () => {
    expect(
      describeRequest({ ...request, program: { kind: "shell", line: "a && b" }, env: {} }),
    ).toBe("sh -c 'a && b'\nin '/p/x y'");
  });
});

describe("restrictDirectories", () => {
  it.each([
    ["/p", true],
    ["/p/", true],
    ["/p/a/b", true],
    ["/px", false],
    ["/", false],
    ["/p/../etc", false],
  ])("for /p and %s is %s", async (cwd, allow) => {
    expect(await restrictDirectories(["/p", "/q"])({ ...request, cwd }, signal)).toMatchObject({
      allow,
    });
  });
});

describe("joinPolicies", () => {
  it("refuses with the first refusal and asks no further", async () => {
    const asked: string[] = [];
    const refuse = joinPolicies(
      () => ({ allow: true }),
      () => (asked.push("second"), { allow: false, reason: "no" }),
      () => (asked.push("third"), { allow: true }),
    );
    expect(await refuse(request, signal)).toEqual({ allow: false, reason: "no" });
    expect(asked).toEqual(["second"]);
  });

  it("allows what all allow, and everything when there are none", async () => {
    expect(await joinPolicies()(request, signal)).toEqual({ allow: true });
    expect(await joinPolicies(refuseEnvironment(["B"]))(request, signal)).toEqual({ allow: true });
  });
});
