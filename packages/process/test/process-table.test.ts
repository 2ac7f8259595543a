import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { LINUX_PROCESS_TABLE } from "../src/tree/linux-process-table.ts";
import type { ProcessTable } from "../src/tree/process-table.ts";
import { PS_PROCESS_TABLE } from "../src/tree/ps-process-table.ts";
import { until } from "./operating-system.ts";

/** Those that this system has: `ps` is everywhere, `/proc` is Linux. */
const TABLES: readonly (readonly [name: string, table: ProcessTable])[] = [
  ["ps", PS_PROCESS_TABLE],
  ...(process.platform === "linux" ? [["/proc", LINUX_PROCESS_TABLE] as const] : []),
];

describe.each(TABLES)("the process table of %s", (_name, table) => {
  it("has this process as the system tells it", () => {
    expect(table.readProcess(process.pid)).toMatchObject({
      pid: process.pid,
      parentId: process.ppid,
      isZombie: false,
    });
  });

  it("tells a process apart by its start, which does not move", async () => {
    const first = table.readProcess(process.pid)?.startedAt;
    await until("a tick has passed", () => performance.now() > 50);
    expect(first).toBeGreaterThan(0);
    expect(table.readProcess(process.pid)?.startedAt).toBe(first);
  });

  it("has a child and its child among what started since, young or not", async () => {
    const child = spawn("sh", ["-c", "sleep 60 & echo up; wait"], { detached: true });
    await once(child.stdout, "data");
    const leader = table.readProcess(child.pid ?? 0);
    if (leader === null) throw new Error("the child is not there");
    const own = table.readProcess(process.pid);
    for (const earliest of [leader, own ?? leader]) {
      const started = table.readSince(earliest);
      expect(started.some((entry) => entry.pid === leader.pid)).toBe(true);
      expect(started.some((entry) => entry.parentId === leader.pid)).toBe(true);
    }
    expect(leader).toMatchObject({ parentId: process.pid, groupId: leader.pid });
    process.kill(-leader.pid, "SIGKILL");
    await once(child, "exit");
  });

  it("tells a zombie", async () => {
    // The shell becomes a program that does not wait for the child it had.
    const child = spawn("sh", ["-c", "sleep 1 & echo $!; exec sleep 60"]);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const zombie = Number(line.toString());
    await until("it has ended", () => table.readProcess(zombie)?.isZombie === true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(table.readProcess(child.pid ?? 0)).toBeNull();
  });

  it("has nothing of a process that is not there", () => {
    expect(table.readProcess(2 ** 22 + 1)).toBeNull();
    expect(table.hasMarker(2 ** 22 + 1, "PATH=")).toBe(false);
  });
});

describe.runIf(process.platform === "linux")("/proc", () => {
  it("tells what is in an environment, however long, and while a program is being loaded", async () => {
    const env = { PATH: process.env["PATH"], LONG: "x".repeat(100_000), ZZZ_MARKER: "tw-mark" };
    for (let index = 0; index < 50; index++) {
      const child = spawn("sh", ["-c", "echo up; exec sleep 60"], { env });
      await once(child.stdout, "data");
      expect(LINUX_PROCESS_TABLE.hasMarker(child.pid ?? 0, "tw-mark")).toBe(true);
      expect(LINUX_PROCESS_TABLE.hasMarker(child.pid ?? 0, "tw-other")).toBe(false);
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });

  it("tells nothing of an environment that is empty", async () => {
    const child = spawn("sh", ["-c", "echo up; exec env -i sleep 60"]);
    await once(child.stdout, "data");
    await until(
      "it sleeps",
      () => LINUX_PROCESS_TABLE.readProcess(child.pid ?? 0)?.isBusy === false,
    );
    expect(LINUX_PROCESS_TABLE.hasMarker(child.pid ?? 0, "PATH=")).toBe(false);
    child.kill("SIGKILL");
    await once(child, "exit");
  });

  it("tells when something was started", async () => {
    const before = LINUX_PROCESS_TABLE.readLastPid();
    await once(spawn("true"), "exit");
    expect(LINUX_PROCESS_TABLE.readLastPid()).not.toBe(before);
  });
});
