import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  openReportFile,
  parseInitReport,
  toSandboxedExit,
  toSignalName,
  whyNotMade,
} from "./init-report.ts";

describe("the report about a command in a sandbox", () => {
  it.each([
    ["", { start: null, exit: null, complaint: "" }],
    ["started\n", { start: { kind: "started" }, exit: null, complaint: "" }],
    ["failed 2\n", { start: { kind: "failed", errno: 2 }, exit: null, complaint: "" }],
    [
      "started\nexited 137\n",
      { start: { kind: "started" }, exit: { kind: "exited", code: 137 }, complaint: "" },
    ],
    [
      "started\nsignaled 9\n",
      { start: { kind: "started" }, exit: { kind: "signaled", signal: "SIGKILL" }, complaint: "" },
    ],
    ["bwrap: no\nagain\n", { start: null, exit: null, complaint: "bwrap: no\nagain" }],
    ["exited\nstarted 1\n", { start: null, exit: null, complaint: "exited\nstarted 1" }],
  ])("%j is read", (text, expected) => {
    expect(parseInitReport(text)).toEqual(expected);
  });

  it("counts by its first word about each matter", () => {
    const { exit } = parseInitReport("started\nexited 0\nexited 1\nsignaled 9\n");
    expect(exit).toEqual({ kind: "exited", code: 0 });
  });

  it("loses no complaint, whatever it says", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^bwrap: [a-z ]*$/u)), (lines) => {
        expect(parseInitReport(`${lines.join("\n")}\nstarted\n`).complaint).toBe(lines.join("\n"));
      }),
    );
  });
});

describe("the exit of a command in a sandbox", () => {
  const none = parseInitReport("started\n");

  it("is the reported one, not what bubblewrap makes of it", () => {
    const killed = parseInitReport("started\nsignaled 9\n");
    const left = parseInitReport("started\nexited 137\n");
    const outer = { kind: "exited", code: 137 } as const;
    expect(toSandboxedExit(outer, killed)).toEqual({ kind: "signaled", signal: "SIGKILL" });
    expect(toSandboxedExit(outer, left)).toEqual(outer);
  });

  it.each([
    [{ kind: "signaled", signal: "SIGKILL" } as const, { kind: "signaled", signal: "SIGKILL" }],
    [{ kind: "lost", reason: "?" } as const, { kind: "lost", reason: "?" }],
    [{ kind: "exited", code: 137 } as const, { kind: "signaled", signal: "SIGKILL" }],
  ])("is that of the sandbox when nothing was reported: %j", (outer, expected) => {
    expect(toSandboxedExit(outer, none)).toEqual(expected);
  });

  it("stays unknown rather than invented", () => {
    expect(toSandboxedExit({ kind: "exited", code: 0 }, none)).toMatchObject({ kind: "lost" });
  });
});

describe("a sandbox that was not made", () => {
  const exited = (code: number) => ({ kind: "exited", code }) as const;

  it.each([
    ["is told from its complaint", exited(1), "bwrap: no", "bwrap: no"],
    ["is told from its code when it says nothing", exited(2), "", "it ended with 2"],
    ["is one that hangs", null, "", "it did not come up in time"],
    ["is told from one that was ended", exited(143), "", null],
    [
      "is told from one that was killed",
      { kind: "signaled", signal: "SIGKILL" } as const,
      "",
      null,
    ],
    ["is told from one in which the command was started", exited(1), "started\nbwrap: no", null],
  ])("%s", (_what, outer, text, expected) => {
    expect(whyNotMade(outer, parseInitReport(text))).toBe(expected);
  });
});

describe("the name of a signal", () => {
  it.each([
    [9, "SIGKILL"],
    [15, "SIGTERM"],
    [34, "SIGRTMIN"],
    [36, "SIGRTMIN+2"],
    [33, "SIG33"],
  ])("of %i is %s", (number, name) => {
    expect(toSignalName(number)).toBe(name);
  });
});

describe.skipIf(process.platform !== "linux")("the file of a report", () => {
  it("is written by its path, has no name in any directory, and can be read after its end", () => {
    const report = openReportFile();
    writeFileSync(report.path, "started\n", { flag: "a" });
    expect(report.read().start).toEqual({ kind: "started" });
    writeFileSync(report.path, "exited 3\n", { flag: "a" });
    expect(readFileSync(report.path, "utf8")).toBe("started\nexited 3\n");
    report.close();
    report.close();
    expect(report.read().exit).toEqual({ kind: "exited", code: 3 });
  });
});
