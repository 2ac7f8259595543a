import { describe, expect, it } from "vitest";
import { runTermwire } from "./support/run-termwire.ts";

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy: string | null;
}

async function diagnose(env: Record<string, string> = {}): Promise<Map<string, Check>> {
  const { status, stdout } = await runTermwire(["doctor", "--json"], { env });
  expect(status).toBe(0);
  // Printed by the program under test; asserted on below.
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return new Map(checks.map((check) => [check.name, check]));
}

describe("termwire doctor", () => {
  it("tells a person what this machine can do, a line each", async () => {
    const { status, stdout, stderr } = await runTermwire(["doctor"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^yes {2}node +Node\.js \d/mu);
    expect(stdout).toMatch(/^(?:yes|no ) {2}sandbox +\S/mu);
  });

  it("tells a script the same", async () => {
    const checks = await diagnose();
    expect([...checks.keys()]).toEqual([
      "node",
      "shell",
      "pipes",
      "terminal",
      "descendants",
      "reaper",
      "sandbox",
      "login-shell",
      "ripgrep",
    ]);
    expect(checks.get("shell")).toMatchObject({ ok: true, remedy: null });
    expect(checks.get("reaper")).toMatchObject({ ok: true });
  });

  it("says what to install for what is missing, and is no failure", async ({ skip }) => {
    skip(process.platform !== "linux", "bubblewrap is for Linux");
    const checks = await diagnose({ PATH: "/no/such/place" });
    expect(checks.get("ripgrep")).toMatchObject({ ok: false });
    expect(checks.get("sandbox")).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("apt install bubblewrap"),
    });
  });

  it("is told by a login shell it does not know that there is a way around (case 182)", async () => {
    const checks = await diagnose({ SHELL: "/usr/bin/tmux" });
    expect(checks.get("login-shell")).toMatchObject({
      ok: false,
      found: expect.stringContaining("tmux"),
    });
  });
});
