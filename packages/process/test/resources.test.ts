import { describe, expect, it, vi } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { file, run, shell, start } from "./command-harness.ts";
import { countDescriptors, findZombieChildren, until } from "./operating-system.ts";

const runner = createLocalRunner();

/** Pipes that wait in the pool come and go; two batches of eight, three ends each. */
const POOLED_DESCRIPTORS = 48;

async function runMany(count: number): Promise<void> {
  for (let done = 0; done < count; done += 20) {
    await Promise.all(Array.from({ length: 20 }, () => run(runner, shell("echo x; sleep 0 & :"))));
  }
}

// Hundreds of commands, on a machine that does other things, too.
vi.setConfig({ testTimeout: 180_000 });

describe("what commands leave in this process", () => {
  it("is no descriptor, whatever became of them", async () => {
    await runMany(20);
    const before = countDescriptors();
    await runMany(200);
    for (let index = 0; index < 50; index++) await run(runner, file("/no/such/program"));
    for (let index = 0; index < 20; index++) {
      const command = await start(runner, shell("sleep 86400 & sleep 86400"));
      await command.release();
    }
    expect(countDescriptors() - before).toBeLessThanOrEqual(POOLED_DESCRIPTORS);
  });

  it("is no zombie (cases 47, 49)", async () => {
    await runMany(60);
    await until("all were collected", () => findZombieChildren().length === 0);
    expect(findZombieChildren()).toEqual([]);
  });

  it("is one listener at most, and none when all are gone", async () => {
    const before = process.listenerCount("exit");
    const commands = await Promise.all(
      Array.from({ length: 15 }, () => start(runner, shell("sleep 86400"))),
    );
    expect(process.listenerCount("exit") - before).toBeLessThanOrEqual(1);
    await Promise.all(commands.map((command) => command.release()));
    expect(process.listenerCount("exit")).toBe(before);
  });

  it("is no memory of output that nobody holds any more (case 170)", async () => {
    const flood = async (): Promise<void> => {
      await run(runner, shell("head -c 20000000 /dev/zero"));
    };
    await flood();
    const before = process.memoryUsage.rss();
    for (let index = 0; index < 30; index++) await flood();
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  });
});
