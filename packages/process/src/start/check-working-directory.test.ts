import { describe, expect, it } from "vitest";
import { checkWorkingDirectory, whyNotAbsolute } from "./check-working-directory.ts";

describe("the form of a working directory (case 13)", () => {
  it.each([
    ["linux", "/"],
    ["darwin", "/Users/a b"],
    ["win32", "C:\\repo"],
    ["win32", "d:/repo"],
    ["win32", "\\\\server\\share"],
  ] as const)("on %s may be %s", (platform, cwd) => {
    expect(whyNotAbsolute(cwd, platform)).toBeNull();
  });

  it.each([
    ["linux", "repo", "relative"],
    ["linux", "./repo", "relative"],
    ["linux", "~/repo", "relative"],
    ["linux", "C:\\repo", "Windows path"],
    ["darwin", "C:/repo", "Windows path"],
    ["win32", "repo", "relative"],
    ["win32", "C:repo", "relative"],
    ["win32", "/mnt/data/repo", "POSIX path"],
  ] as const)("on %s may not be %s: %s", (platform, cwd, why) => {
    expect(whyNotAbsolute(cwd, platform)).toContain(why);
  });
});

describe("a working directory", () => {
  it("is accepted when it is there", async () => {
    await expect(checkWorkingDirectory("/", "linux")).resolves.toBeUndefined();
  });

  it.each([
    ["/no/such/place", "cwd-missing"],
    ["/etc/passwd/below", "cwd-missing"],
    ["/etc/passwd", "cwd-not-directory"],
    ["etc", "cwd-relative"],
    [`/${"x".repeat(5000)}`, "cwd-not-accessible"],
  ])("that is %s is refused as %s", async (cwd, code) => {
    await expect(checkWorkingDirectory(cwd, "linux")).rejects.toMatchObject({
      code,
      facts: { cwd },
    });
  });
});
