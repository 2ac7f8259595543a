import { describe, expect, it } from "vitest";
import { findEnvironment } from "./linux-environment.ts";

/** A line of `/proc/PID/stat`, with blanks and parentheses in its name. */
function statLine(
  more: Partial<Record<"state" | "flags" | "start" | "end", number | string>>,
): string {
  const { state = "S", flags = 0x40_0000, start = 5_000, end = 6_000 } = more;
  const middle = Array.from({ length: 40 }, () => 7).join(" ");
  return `12 (a) Z (b) ${state} 1 12 12 0 -1 ${flags} ${middle} ${start} ${end} 0\n`;
}

describe("the environment of a process", () => {
  it("is there when it has a place in memory", () => {
    expect(findEnvironment(statLine({}))).toBe("there");
  });

  it("is none when its place is empty, whatever the process does", () => {
    for (const state of ["R", "S", "D", "T"]) {
      expect(findEnvironment(statLine({ state, start: 5_000, end: 5_000 }))).toBe("none");
    }
  });

  it("is being loaded while it has no place yet", () => {
    expect(findEnvironment(statLine({ state: "R", start: 0, end: 0 }))).toBe("loading");
  });

  it("is none in a thread of the kernel, which never gets a place", () => {
    expect(findEnvironment(statLine({ state: "R", flags: 2_129_984, start: 0, end: 0 }))).toBe(
      "none",
    );
  });

  it("is gone with the process", () => {
    for (const state of ["Z", "X"]) {
      expect(findEnvironment(statLine({ state, start: 0, end: 0 }))).toBe("gone");
    }
    expect(findEnvironment(null)).toBe("gone");
  });
});
