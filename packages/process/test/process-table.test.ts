import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTreeMarker, MARKER_VARIABLE } from "../src/environment/tree-marker.ts";
import { LINUX_PROCESS_TABLE } from "../src/tree/linux-process-table.ts";
import { createPosixTree } from "../src/tree/posix-tree.ts";
import type { ProcessTable } from "../src/tree/process-table.ts";
import { PS_PROCESS_TABLE } from "../src/tree/ps-process-table.ts";
import { createTurnTable } from "../src/tree/turn-table.ts";
import { findSleeps, uniqueSleep, until } from "./operating-system.ts";

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
    expect(table.readMarkers(2 ** 22 + 1) ?? []).toEqual([]);
  });
});

describe.runIf(process.platform === "linux")("/proc", () => {
  it("tells what is in an environment, however long, and while a program is being loaded", async () => {
    const marker = createTreeMarker();
    const env = {
      PATH: process.env["PATH"],
      LONG: "x".repeat(100_000),
      ZZZ_MARKER: `tw-other:${marker}`,
    };
    for (let index = 0; index < 50; index++) {
      const child = spawn("sh", ["-c", "echo up; exec sleep 60"], { env });
      await once(child.stdout, "data");
      expect(LINUX_PROCESS_TABLE.readMarkers(child.pid ?? 0)).toEqual([marker]);
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
    expect(LINUX_PROCESS_TABLE.readMarkers(child.pid ?? 0)).toEqual([]);
    child.kill("SIGKILL");
    await once(child, "exit");
  });

  it("loses no chain of processes that leave the session, fork and end while they are listed", async () => {
    const marker = createTreeMarker();
    // Each link starts the next one and ends at once.
    const link = `i=$1; [ "$i" = 0 ] && exec sleep 60; setsid sh -c "$0" "$0" $((i-1)) & exit 0`;
    const child = spawn("sh", ["-c", link, link, "200"], {
      env: { ...process.env, [MARKER_VARIABLE]: marker },
      detached: true,
    });
    const tree = createPosixTree({
      leaderId: child.pid ?? 0,
      marker,
      table: createTurnTable(LINUX_PROCESS_TABLE),
    });
    await once(child, "exit");
    tree.noteLeaderExit();
    await until("the last one sleeps", () => {
      expect(tree.isAlive()).toBe(true);
      const [member] = tree.listGroups();
      return member !== undefined && readName(member.pid) === "sleep\n";
    });
    const [last] = tree.listGroups();
    tree.signal("SIGKILL");
    await until("nothing is left", () => !tree.isAlive());
    expect(LINUX_PROCESS_TABLE.readProcess(last?.pid ?? 0)?.isZombie ?? true).toBe(true);
  });
});

describe.runIf(process.platform === "linux")(
  "a tree that changes in the turn it is listed in",
  () => {
    /** What `line` becomes when it is let go, after the listing and before anything else can happen here. */
    async function changeAfterListing(line: string) {
      const folder = mkdtempSync(join(tmpdir(), "termwire-tree-"));
      const sign = join(folder, "go");
      const nap = uniqueSleep();
      const waits = `while [ ! -e ${sign} ]; do sleep 0.01; done`;
      const child = spawn("sh", ["-c", `echo up; ${line}`, waits, nap.line], { detached: true });
      await once(child.stdout, "data");
      const leaderId = child.pid ?? 0;
      const table = createTurnTable(LINUX_PROCESS_TABLE);
      const tree = createPosixTree({ leaderId, marker: createTreeMarker(), table });
      const exited = once(child, "exit");
      for (let look = 0; look < 3; look++) tree.isBusy();
      writeFileSync(sign, "");
      const deadline = Date.now() + 15_000;
      while (findSleeps(nap.token).length === 0) {
        if (Date.now() > deadline) throw new Error("nothing sleeps");
      }
      return { tree, nap, exited, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
    }

    it.each([
      [
        "a child with a session and an environment of its own",
        `eval "$0"; env -i setsid $1 >/dev/null & wait`,
      ],
      [
        "a session for a child that was listed",
        `(eval "$0"; exec env -i setsid $1 >/dev/null) & wait`,
      ],
    ])("is ended with %s", async (_what, line) => {
      using changed = await changeAfterListing(line);
      changed.tree.signal("SIGKILL");
      await changed.exited;
      await expect.poll(() => findSleeps(changed.nap.token)).toEqual([]);
    });
  },
);

function readName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "latin1");
  } catch {
    return "";
  }
}
