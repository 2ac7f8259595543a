import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isExecutable } from "@termwire/process";

const folder = mkdtempSync(join(tmpdir(), "termwire executables "));
mkdirSync(join(folder, "My Tool"));
writeFileSync(join(folder, "My Tool", "run it"), "#!/bin/sh\n", { mode: 0o755 });
writeFileSync(join(folder, "data"), "");
chmodSync(join(folder, "data"), 0o644);

describe("isExecutable", () => {
  it("case 6: knows a path with blanks and a name on PATH", async () => {
    expect(await isExecutable(join(folder, "My Tool", "run it"), "/")).toBe(true);
    expect(await isExecutable("My Tool/run it", folder)).toBe(true);
    expect(await isExecutable("sh", folder)).toBe(true);
    expect(await isExecutable("run it", "/", { PATH: join(folder, "My Tool") })).toBe(true);
  });

  it("sees a program come, go and come elsewhere on PATH", async () => {
    const places = ["a", "b"].map((name) => join(folder, name));
    const PATH = places.join(":");
    const [first = "", second = ""] = places.map((place) => join(place, "late"));
    for (const place of places) mkdirSync(place);
    const look = (): Promise<boolean> => isExecutable("late", "/", { PATH });
    expect(await look()).toBe(false);
    for (const program of [second, first]) {
      writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
      expect(await look()).toBe(true);
    }
    rmSync(second);
    expect(await look()).toBe(true);
    chmodSync(first, 0o644);
    expect(await look()).toBe(false);
  });

  it.each([
    "git status && ls",
    "ls -la /tmp/",
    "",
    "data",
    "./data",
    "no-such",
    "./My Tool",
    "a\0b",
  ])("cases 1, 2, 3: takes %j for something else", async (command) => {
    expect(await isExecutable(command, folder)).toBe(false);
  });
});
