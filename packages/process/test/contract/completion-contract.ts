import { describe, expect, it } from "vitest";
import { printed, readAll, run, shell, start, type CreateRunner } from "../command-harness.ts";
import { createGate } from "../create-gate.ts";
import { findLiving, findSleeps, settlesSoon, uniqueSleep, until } from "../operating-system.ts";

/** When commands complete although descendants live on, for any runner. */
export function describeCompletion(createRunner: CreateRunner): void {
  const runner = createRunner();

  describe("completion", () => {
    it("does not wait for a background child (cases 18, 20, 22)", async () => {
      const nap = uniqueSleep();
      await using command = await start(runner, shell(`${nap.line} & echo started`));
      expect(await settlesSoon(command.completed)).toBe(true);
      expect((await command.completed).ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
      expect(readAll(command).toString()).toBe("started\n");
      expect(command.output.ended).toBe(false);
      expect(await command.isTreeAlive()).toBe(true);
      await until("it sleeps", () => findSleeps(nap.token).length === 1);
    });

    it("does not wait for one that ignores the hang-up (case 21)", async () => {
      const nap = uniqueSleep();
      const line = `nohup ${nap.line} & disown; for i in 1 2 3 4 5; do echo line$i; done`;
      await using command = await start(runner, shell(line));
      expect(await settlesSoon(command.completed)).toBe(true);
      expect(
        readAll(command)
          .toString()
          .match(/line\d/gu),
      ).toHaveLength(5);
    });

    it("does not wait for a background child that prints all the time", async () => {
      await using command = await start(runner, shell("yes & echo started"));
      expect(await settlesSoon(command.completed)).toBe(true);
      expect((await command.completed).ending).toMatchObject({ kind: "exited", code: 0 });
    });

    it("has what went through a process substitution (case 16)", async () => {
      const line = "exec > >(tee /dev/null) 2>&1 && echo done";
      const { ending, text } = await run(runner, shell(line));
      expect(ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
      expect(text).toBe("done\n");
    });

    it("comes when everything the line waits for has ended (case 26)", async () => {
      const { ending, text } = await run(runner, shell("sleep 0.2 && echo slept & wait"));
      expect(ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
      expect(text).toBe("slept\n");
    });

    it("does not stop the late bytes of a descendant from arriving", async () => {
      const { line, open } = createGate();
      await using command = await start(runner, shell(`(${line}; echo late) & echo early`));
      await command.completed;
      expect(readAll(command).toString()).toBe("early\n");
      open();
      await printed(command, "late\n");
      await command.outputEnded;
      expect(command.output.ended).toBe(true);
      // A process closes what it has open a moment before it is seen to have ended.
      await until("it has ended", async () => !(await command.isTreeAlive()));
    });

    it("leaves a background job visible until it is ended (case 36)", async () => {
      const nap = uniqueSleep();
      const line = `for i in 1 2 3; do ${nap.line} >/dev/null & done; echo started`;
      const command = await start(runner, shell(line));
      await command.completed;
      expect(await command.isTreeAlive()).toBe(true);
      await until("all three sleep", () => findSleeps(nap.token).length === 3);
      await command.release();
      expect(findLiving(nap.token)).toEqual([]);
    });
  });
}
