import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createProcessIdentities } from "@termwire/process";

const processes = createProcessIdentities();
const own = processes.readOwn();

describe("the identity of a process", () => {
  it("is its place, its number and its start, the same each time", () => {
    expect(own).toMatchObject({ pid: process.pid, place: expect.stringMatching(/^[0-9a-f]{8}$/u) });
    expect(own.startedAt).toBeGreaterThan(0);
    expect(createProcessIdentities().readOwn()).toEqual(own);
  });

  it("is here, and not gone, while it lives", () => {
    expect(processes.isHere(own)).toBe(true);
    expect(processes.isGone(own)).toBe(false);
  });

  it("is gone when its number belongs to one that started at another time", () => {
    expect(processes.isGone({ ...own, startedAt: own.startedAt + 1 })).toBe(true);
  });

  it("is gone when nobody has its number", async () => {
    const child = spawn("true");
    const { pid = 0 } = child;
    await once(child, "close");
    expect(processes.isGone({ ...own, pid })).toBe(true);
  });

  it("is gone when it has ended and nobody has collected it", async (ctx) => {
    ctx.skip(process.platform !== "linux", "needs /proc, to see that it was not collected");
    // The shell becomes a program that never asks about its child.
    const parent = spawn("sh", ["-c", "sleep 0.05 & echo $!; exec sleep 600"]);
    const [line] = (await once(parent.stdout, "data")) as [Buffer]; // what a stream gives
    const pid = Number(line.toString());
    const readFields = (): string[] =>
      readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    await expect.poll(() => readFields()[0]).toBe("Z");
    expect(processes.isGone({ ...own, pid, startedAt: Number(readFields()[19]) })).toBe(true);
    parent.kill();
    await once(parent, "close");
  });

  it("elsewhere is nobody's to judge", () => {
    const elsewhere = { place: "00000000", pid: 1, startedAt: 1 };
    expect(processes.isHere(elsewhere)).toBe(false);
    expect(processes.isGone(elsewhere)).toBe(false);
  });

  it("is a number alone where the system does not tell when a process started", () => {
    const bare = createProcessIdentities("win32");
    expect(bare.readOwn()).toEqual({ ...own, startedAt: 0 });
    expect(bare.isGone({ ...own, startedAt: 1 })).toBe(false);
  });
});
