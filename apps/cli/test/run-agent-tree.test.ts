import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createSleepMarker, findProcesses, untilGone, untilRunning } from "./support/processes.ts";
import { startTermwire, TERMWIRE_BIN } from "./support/run-termwire.ts";

const folder = mkdtempSync(join(tmpdir(), "termwire-launcher-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A command that starts the agent by way of a launcher with children of its own, which care for nothing. */
function writeLauncher(marker: string, waits: boolean): string {
  const inner = join(folder, `inner-${marker}.sh`);
  const outer = join(folder, `outer-${marker}.sh`);
  const agent = `'${process.execPath}' '${TERMWIRE_BIN}' agent --model shell --no-sessions`;
  writeFileSync(
    inner,
    `trap '' HUP TERM\n(trap '' HUP TERM; exec sleep ${marker}) &\n${agent}\n${waits ? "wait" : ""}\n`,
  );
  writeFileSync(outer, `sh '${inner}'\n:\n`);
  return `sh '${outer}'`;
}

describe("an agent's launcher, and what it started", () => {
  it("end with a run that is over (cases 30, 31)", async () => {
    const marker = createSleepMarker();
    const run = startTermwire([
      "run",
      "--agent",
      writeLauncher(marker, false),
      "echo done; exit 3",
    ]);
    const { status, stdout } = await run.result;
    expect(stdout).toContain("done\n[exit 3");
    expect(status).toBe(3);
    expect(findProcesses(marker)).toEqual([]);
  });

  it.each(["SIGTERM", "SIGHUP", "SIGKILL"] as const)(
    "end with a run that ends by %s (cases 29, 43, 45)",
    async (signal) => {
      const marker = createSleepMarker();
      const line = `sleep ${marker}1`;
      const run = startTermwire([
        "run",
        "--agent",
        writeLauncher(marker, signal === "SIGKILL"),
        line,
      ]);
      await untilRunning(`${marker}1`);
      expect(findProcesses(`sleep ${marker}`).length).toBeGreaterThan(1);
      run.child.kill(signal);
      await run.result;
      await untilGone(marker);
    },
  );
});
