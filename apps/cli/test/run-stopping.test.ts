import { describe, expect, it } from "vitest";
import {
  createSleepMarker,
  findProcesses,
  until,
  untilGone,
  untilRunning,
} from "./support/processes.ts";
import { parseEvents, startTermwire, runTermwire } from "./support/run-termwire.ts";

/** A tree with a child that ignores TERM and one in the background. */
function stubbornTree(marker: string): string {
  return `(trap '' TERM; sleep ${marker}) & sleep ${marker} & sleep ${marker}`;
}

describe("stopping termwire run", () => {
  it("case 29: by TERM leaves no process of the command behind", async () => {
    const marker = createSleepMarker();
    const run = startTermwire(["run", stubbornTree(marker)]);
    await untilRunning(marker);
    run.child.kill("SIGTERM");
    expect((await run.result).status).toBe(143);
    expect(findProcesses(marker)).toEqual([]);
  });

  it("cases 51, 53: by Ctrl-C cancels the turn, which ends the command and is said", async () => {
    const marker = createSleepMarker();
    const run = startTermwire(["run", "--json", stubbornTree(marker)]);
    await untilRunning(marker);
    run.child.kill("SIGINT");
    const { stdout, stderr } = await run.result;
    const events = parseEvents(stdout);
    expect(events.find(({ event }) => event === "exit")).toMatchObject({ cause: "cancelled" });
    expect(events.at(-1)).toEqual({ event: "turn", stopReason: "cancelled" });
    expect(stderr).toContain("cancelling");
    await untilGone(marker);
  });

  it("by a second Ctrl-C quits at once and still leaves nothing", async () => {
    const marker = createSleepMarker();
    const run = startTermwire([
      "run",
      `trap '' TERM; sleep ${marker}; sleep ${marker}; sleep ${marker}`,
    ]);
    await untilRunning(marker);
    run.child.kill("SIGINT");
    await until("the first Ctrl-C is answered", () => run.stderr().includes("cancelling"));
    run.child.kill("SIGINT");
    expect((await run.result).status).toBe(130);
    await untilGone(marker);
  });

  it("case 155: by --timeout cancels the turn and keeps what was printed", async () => {
    const marker = createSleepMarker();
    const { stdout, stderr, status } = await runTermwire([
      "run",
      "--timeout",
      "4",
      `echo line1; sleep ${marker}`,
    ]);
    expect(stdout).toContain("line1\n[cancelled, SIGTERM");
    expect(stderr).toContain("timed out after 4 s");
    expect(status).toBe(143);
    expect(findProcesses(marker)).toEqual([]);
  });

  it("case 46: by a reader that goes away ends the command", async () => {
    const marker = createSleepMarker();
    const run = startTermwire(["run", `while sleep 0.05; do echo y; done # ${marker}`]);
    await until("output comes", () => run.stdout().includes("y\n"));
    run.child.stdout?.destroy();
    expect((await run.result).status).toBe(141);
    await untilGone(marker);
  });
});
