import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseProcStat } from "./linux-process-table.ts";
import { parsePsLine } from "./ps-process-table.ts";

function statLine(name: string, state: string): string {
  const rest = Array.from({ length: 15 }, () => "0").join(" ");
  return `321 (${name}) ${state} 7 300 299 ${rest} 424242 0 0`;
}

describe("a line of /proc/PID/stat", () => {
  it("gives the facts of a process", () => {
    expect(parseProcStat(statLine("bash", "S"))).toEqual({
      pid: 321,
      parentId: 7,
      groupId: 300,
      sessionId: 299,
      startedAt: 424242,
      isZombie: false,
      isBusy: false,
    });
  });

  it("gives the same whatever the process calls itself", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 15 }), (name) => {
        expect(parseProcStat(statLine(name, "S"))).toEqual(parseProcStat(statLine("x", "S")));
      }),
    );
    expect(parseProcStat(statLine(") R 1 (", "Z"))?.isZombie).toBe(true);
  });

  it.each(["Z", "X"])("in state %s is one that has ended", (state) => {
    expect(parseProcStat(statLine("x", state))?.isZombie).toBe(true);
  });

  it.each([
    ["R", true],
    ["D", true],
    ["S", false],
    ["T", false],
    ["I", false],
  ])("in state %s may be about to print: %s", (state, isBusy) => {
    expect(parseProcStat(statLine("x", state))?.isBusy).toBe(isBusy);
  });

  it.each(["", "nonsense", "12 (x"])("that is %j gives nothing", (line) => {
    expect(parseProcStat(line)).toBeNull();
  });
});

describe("a line of ps", () => {
  it("gives the facts of a process", () => {
    expect(parsePsLine("  321     7   300 Ss+  Sun Nov 29 19:20:50 2026    ")).toEqual({
      pid: 321,
      parentId: 7,
      groupId: 300,
      sessionId: 300,
      startedAt: new Date(2026, 10, 29, 19, 20, 50).getTime(),
      isZombie: false,
      isBusy: false,
    });
  });

  it("tells a zombie", () => {
    expect(parsePsLine("1 2 3 Z+ Sun Nov 29 19:20:50 2026")?.isZombie).toBe(true);
  });

  it.each([
    ["R+", true],
    ["Us", true],
    ["S", false],
  ])("in state %s may be about to print: %s", (state, isBusy) => {
    expect(parsePsLine(`1 2 3 ${state} Sun Nov 29 19:20:50 2026`)?.isBusy).toBe(isBusy);
  });

  it.each(["", "  PID PPID", "1 2 3"])("that is %j gives nothing", (line) => {
    expect(parsePsLine(line)).toBeNull();
  });
});
