import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSleepMarker, findProcesses } from "./support/processes.ts";
import { dialectArgs, parseEvents, runTermwire, toOutput } from "./support/run-termwire.ts";

async function endingOf(claim: string, prompt: string) {
  const { stdout, status } = await runTermwire(["run", "--json", ...dialectArgs(claim), prompt]);
  const events = parseEvents(stdout);
  return { status, exit: events.find(({ event }) => event === "exit"), events };
}

describe.each(["meta", "text", "client", "v2"])("an ending in termwire run in %s", (claim) => {
  it("case 164: is the signal's name for a shell that kills itself, with status 137", async () => {
    const { status, exit } = await endingOf(claim, "echo before-kill; kill -9 $$");
    expect(exit).toMatchObject({ exitCode: null, signal: "SIGKILL", cause: "exit" });
    expect(status).toBe(137);
  });

  it("cases 6, 8: is 127 with a reason for a program that is not there", async () => {
    const { status, exit, events } = await endingOf(claim, "no-such-program --x");
    expect(exit).toMatchObject({ exitCode: 127, cause: "exit" });
    expect(status).toBe(127);
    expect(toOutput(events).toString()).toContain("no-such-program");
  });

  it("cases 16, 18, 20, 36: comes at once for a command that leaves children on its output, and none outlives the turn", async () => {
    const marker = createSleepMarker();
    const { status, exit } = await endingOf(
      claim,
      `sleep ${marker} & (trap '' TERM HUP INT; sleep ${marker}) & echo started`,
    );
    expect(exit).toMatchObject({ exitCode: 0, cause: "exit" });
    expect(Number(exit?.["durationMs"])).toBeLessThan(60_000);
    expect(status).toBe(0);
    expect(findProcesses(marker)).toEqual([]);
  });
});

describe("termwire run in a directory it cannot use", () => {
  it.each([
    ["missing", "/no/such/dir", "does not exist"],
    ["relative", "some/dir", "must be absolute"],
  ])("case 10: refuses a %s one by name", async (_kind, cwd, words) => {
    const { status, stderr, stdout } = await runTermwire(["run", "--cwd", cwd, "echo ran"]);
    expect(status).toBe(64);
    expect(stderr).toContain(words);
    expect(stderr).toContain(cwd);
    expect(stdout).toBe("");
  });

  it("case 10: refuses a file by name", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "termwire-")), "file");
    writeFileSync(file, "");
    const { status, stderr } = await runTermwire(["run", "--cwd", file, "echo ran"]);
    expect(status).toBe(64);
    expect(stderr).toContain(`is not a directory: ${file}`);
  });

  it("cases 11, 14: names the directory when it went away during the session", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "termwire-"));
    const { status } = await runTermwire(["run", "--cwd", cwd, `rmdir '${cwd}' && pwd`]);
    expect(status).toBe(0);
  });
});
