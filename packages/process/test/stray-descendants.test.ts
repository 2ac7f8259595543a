import { describe, expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { printed, shell, start } from "./command-harness.ts";
import { findLiving, findSleeps, uniqueSleep, until } from "./operating-system.ts";

const runner = createLocalRunner();

/** Ways out of the process group, each around a sleep. */
const ESCAPES: readonly (readonly [how: string, line: (sleep: string) => string])[] = [
  ["takes a session of its own", (sleep) => `setsid ${sleep} >/dev/null 2>&1 & echo up`],
  [
    "forks twice and is adopted",
    (sleep) => `(setsid sh -c '${sleep} >/dev/null 2>&1 & :' &) ; echo up`,
  ],
  ["ignores the hang-up", (sleep) => `nohup ${sleep} >/dev/null 2>&1 & disown; echo up`],
  ["was put into a group of its own by job control", (sleep) => `set -m; ${sleep} & echo up`],
  ["has an empty environment", (sleep) => `env -i ${sleep} >/dev/null 2>&1 & echo up`],
  [
    "has an empty environment and its own session, while its parent lives",
    (sleep) => `sh -c 'env -i setsid ${sleep} & wait' >/dev/null 2>&1 & echo up`,
  ],
];

describe("a descendant that", () => {
  it.each(ESCAPES)("%s is seen and ended", async (_how, line) => {
    const nap = uniqueSleep();
    await using command = await start(runner, shell(line(nap.line)));
    await printed(command, "up\n");
    await until("it sleeps", () => findSleeps(nap.token).length > 0);
    await command.completed;
    expect(await command.isTreeAlive()).toBe(true);
    await command.terminate("stopped");
    expect(findLiving(nap.token)).toEqual([]);
    expect(await command.isTreeAlive()).toBe(false);
  });

  it("left before the kill of a command inside a command is ended with the outer one", async () => {
    const nap = uniqueSleep();
    const inner = `
      import { createLocalRunner } from "@termwire/process";
      const runner = createLocalRunner();
      const program = { kind: "shell", line: "setsid ${nap.line} >/dev/null 2>&1 & echo up; wait" };
      await runner.start(runner.resolve({ program, cwd: "/" }));
      setInterval(() => {}, 1000);`;
    const program = {
      kind: "file",
      file: process.execPath,
      args: ["--input-type=module", "-e", inner],
    } as const;
    await using command = await start(runner, program, { cwd: import.meta.dirname });
    await until("it sleeps", () => findSleeps(nap.token).length > 0);
    await command.terminate("stopped");
    expect(findLiving(nap.token)).toEqual([]);
  });

  it("belongs to another command is left alone", async () => {
    const mine = uniqueSleep();
    const other = uniqueSleep();
    await using bystander = await start(runner, shell(`setsid ${other.line} & ${other.line}`));
    await until("the other runs", () => findSleeps(other.token).length >= 2);
    const command = await start(runner, shell(`setsid ${mine.line} & ${mine.line}`));
    await until("mine runs", () => findSleeps(mine.token).length >= 2);
    await command.release();
    expect(findLiving(mine.token)).toEqual([]);
    expect(findSleeps(other.token)).toHaveLength(2);
    expect(await bystander.isTreeAlive()).toBe(true);
  });

  it.each(["", "trap '' TERM; "])("is started again and again is ended too (%s)", async (trap) => {
    const nap = uniqueSleep();
    const line = `${trap}while :; do setsid ${nap.line} >/dev/null 2>&1 & sleep 0.02; done`;
    await using command = await start(runner, shell(line), { graceMs: 200 });
    await until("some of them sleep", () => findSleeps(nap.token).length >= 5);
    await command.terminate("stopped");
    expect(findLiving(nap.token)).toEqual([]);
  });
});
