import { describe, expect, it } from "vitest";
import { createSleepMarker, untilGone, untilRunning } from "./support/processes.ts";
import { dialectArgs, runTermwire, startTermwire } from "./support/run-termwire.ts";

const client = dialectArgs("client");

describe("termwire run as the one who runs the commands", () => {
  it("case 88: is refused clearly by an agent that needs it when terminals are off", async () => {
    const { status, stderr } = await runTermwire(["run", ...client, "--no-terminals", "echo ran"]);
    expect(status).toBe(70);
    expect(stderr).toContain("clientCapabilities.terminal is not true");
  });

  it("runs nothing with --deny, and says so on the card", async () => {
    const { status, stdout } = await runTermwire(["run", ...client, "--deny", "echo ran"]);
    expect(stdout).toContain("did not allow this command");
    expect(stdout).not.toMatch(/^ran$/m);
    expect(status).toBe(126);
  });

  it("cases 51, 90: ends the command with the cancelled turn, and releases its terminal", async () => {
    const marker = createSleepMarker();
    const run = startTermwire(["run", ...client, `sleep ${marker} & sleep ${marker}`]);
    await untilRunning(marker);
    run.child.kill("SIGINT");
    const { stdout, status } = await run.result;
    expect(stdout).toContain("[cancelled, SIGTERM · ");
    expect(status).toBe(143);
    await untilGone(marker);
  });

  it("case 29: leaves nothing when it is killed with KILL in the middle of a command", async () => {
    const marker = createSleepMarker();
    const run = startTermwire(["run", ...client, `setsid sleep ${marker} & sleep ${marker}`]);
    await untilRunning(marker);
    run.child.kill("SIGKILL");
    await run.result;
    await untilGone(marker);
    expect(run.stderr()).toBe("");
  });
});
