import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { printed, readAll, run, shell, start } from "./command-harness.ts";
import { until } from "./operating-system.ts";

const before = process.env["TMPDIR"];
let directory = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pipes-"));
});

afterEach(() => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  rmSync(directory, { recursive: true });
});

describe("the pipe of a command", () => {
  it("does without a place for it, when order is all that is lost", async () => {
    process.env["TMPDIR"] = join(directory, "not-there");
    const { text, ending } = await run(createLocalRunner(), shell("echo out; exit 3"), {
      cwd: "/",
    });
    expect({ text, code: ending.kind === "exited" && ending.code }).toEqual({
      text: "out\n",
      code: 3,
    });
  });

  it("leaves nothing where it was made", async () => {
    process.env["TMPDIR"] = directory;
    const line = 'test -p /dev/stdout && test -p /dev/stderr && echo "pipes"';
    for (let index = 0; index < 20; index++) {
      expect((await run(createLocalRunner(), shell(line))).text).toBe("pipes\n");
    }
    // The next pipes may be being made.
    await until("it is empty", () => readdirSync(directory).length === 0);
  });

  it("is another one for each command that runs", async () => {
    const runner = createLocalRunner();
    const line = "stat -L -c %i /dev/stdout 2>/dev/null || stat -L -f %i /dev/stdout; sleep 86400";
    const commands = await Promise.all(
      Array.from({ length: 20 }, () => start(runner, shell(line))),
    );
    await Promise.all(commands.map((command) => printed(command, "\n")));
    const inodes = commands.map((command) => readAll(command).toString());
    await Promise.all(commands.map((command) => command.release()));
    expect(new Set(inodes).size).toBe(20);
  });
});
