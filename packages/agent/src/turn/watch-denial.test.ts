import { describe, expect, it } from "vitest";
import type { CommandRunner, CommandSpec, Completion, RunningCommand } from "@termwire/terminal";
import { watchDenial } from "./watch-denial.ts";

function createRunner(completed: Promise<Partial<Completion>>) {
  const spec = {} as CommandSpec; // never looked at
  const command = { completed } as RunningCommand; // all that is watched
  const runner: CommandRunner = { resolve: () => spec, start: async () => command };
  return { runner, spec, command };
}

describe("a watched runner", () => {
  it("passes everything on and tells what a completed command was kept from", async () => {
    const { runner, spec, command } = createRunner(Promise.resolve({ sandboxDenial: "EROFS" }));
    const watched = watchDenial(runner);
    expect(watched.readDenial()).toBeNull();
    expect(watched.runner.resolve({ program: { kind: "shell", line: "" }, cwd: "/" })).toBe(spec);
    expect(await watched.runner.start(spec)).toBe(command);
    await command.completed;
    expect(watched.readDenial()).toBe("EROFS");
  });

  it("knows nothing of a command that runs on", async () => {
    const { runner, spec } = createRunner(new Promise(() => undefined));
    const watched = watchDenial(runner);
    await watched.runner.start(spec);
    expect(watched.readDenial()).toBeNull();
  });

  it("fails to start as what it watches does", async () => {
    const failure = new Error("no such directory");
    const watched = watchDenial({
      resolve: () => ({}) as CommandSpec, // never looked at
      start: () => Promise.reject(failure),
    });
    await expect(watched.runner.start({} as CommandSpec)).rejects.toBe(failure); // never looked at
  });
});
