import { describe, expect, it } from "vitest";
import { printed, readAll, shell, start, file, type CreateRunner } from "../command-harness.ts";
import { findLiving, findSleeps, settlesSoon, uniqueSleep, until } from "../operating-system.ts";

/** How trees end, for any runner. */
export function describeTermination(createRunner: CreateRunner): void {
  const runner = createRunner();

  describe("terminate", () => {
    it("ends a command and tells by what and why", async () => {
      await using command = await start(runner, file("sleep", "86400"));
      await command.terminate("stopped");
      expect((await command.completed).ending).toEqual({
        kind: "signaled",
        signal: "SIGTERM",
        cause: "stopped",
      });
    });

    it("leaves nothing of the tree (cases 28, 31)", async () => {
      const nap = uniqueSleep();
      await using command = await start(runner, file("/bin/sh", "-c", `${nap.line} & ${nap.line}`));
      await until("both run", () => findSleeps(nap.token).length >= 2);
      await command.terminate("stopped");
      expect(findLiving(nap.token)).toEqual([]);
      expect(await command.isTreeAlive()).toBe(false);
    });

    it("reaches the children of children (case 29)", async () => {
      const nap = uniqueSleep();
      const line = `bash -c 'bash -c "${nap.line}; :"; :'; :`;
      await using command = await start(runner, shell(line));
      await until("it sleeps", () => findSleeps(nap.token).length > 0);
      await command.terminate("stopped");
      expect(findLiving(nap.token)).toEqual([]);
    });

    it("lets a program say good-bye (case 41)", async () => {
      const line = "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done";
      await using command = await start(runner, file("/bin/sh", "-c", line));
      await printed(command, "ready\n");
      await command.terminate("stopped");
      expect((await command.completed).ending).toEqual({
        kind: "exited",
        code: 0,
        cause: "stopped",
      });
      expect(readAll(command).toString()).toContain("bye\n");
    });

    it("kills after the grace what will not end", async () => {
      const line = "trap '' TERM; echo ready; while :; do sleep 0.05; done";
      await using command = await start(runner, file("/bin/sh", "-c", line), { graceMs: 200 });
      await printed(command, "ready\n");
      await command.terminate("cancelled");
      expect((await command.completed).ending).toEqual({
        kind: "signaled",
        signal: "SIGKILL",
        cause: "cancelled",
      });
    });

    it("kills a grandchild that will not end although its parent did", async () => {
      const nap = uniqueSleep();
      const line = `(trap '' TERM; echo ready; ${nap.line}; ${nap.line}) & wait`;
      await using command = await start(runner, shell(line), { graceMs: 200 });
      await printed(command, "ready\n");
      await command.terminate("stopped");
      expect(findLiving(nap.token)).toEqual([]);
    });

    it("kills at once with no grace", async () => {
      await using command = await start(runner, shell("trap '' TERM; echo ready; sleep 86400; :"), {
        graceMs: 0,
      });
      await printed(command, "ready\n");
      await command.terminate("stopped");
      expect((await command.completed).ending).toMatchObject({ signal: "SIGKILL" });
    });

    it("ends a stopped process too", async () => {
      await using command = await start(runner, shell("echo ready; kill -STOP $$; echo never"));
      await printed(command, "ready\n");
      await command.terminate("stopped");
      expect((await command.completed).ending).toMatchObject({ cause: "stopped" });
    });

    it("can be called by many, and the first cause wins", async () => {
      await using command = await start(runner, file("sleep", "86400"));
      await Promise.all([
        command.terminate("cancelled"),
        command.terminate("stopped"),
        command.terminate("timeout"),
      ]);
      expect((await command.completed).ending.cause).toBe("cancelled");
    });

    it("does not change how a command ended that is through", async () => {
      await using command = await start(runner, shell("exit 4"));
      await command.completed;
      await command.terminate("stopped");
      expect((await command.completed).ending).toEqual({ kind: "exited", code: 4, cause: "exit" });
    });

    it("does not claim a command that ended by itself before anybody was told", async () => {
      await using command = await start(runner, shell("exit 4"));
      blockUntilChildIsGone();
      await command.terminate("timeout");
      expect((await command.completed).ending).toEqual({ kind: "exited", code: 4, cause: "exit" });
    });

    it("ends what a completed command left behind (case 39)", async () => {
      const nap = uniqueSleep();
      await using command = await start(
        runner,
        shell(`${nap.line} & sleep 0; kill %1 2>/dev/null; ${nap.line} & :`),
      );
      await command.completed;
      await command.terminate("stopped");
      expect(findLiving(nap.token)).toEqual([]);
      expect((await command.completed).ending.cause).toBe("exit");
    });
  });

  describe("a time limit", () => {
    it("ends the whole tree and says so (cases 15, 17, 27)", async () => {
      const nap = uniqueSleep();
      await using command = await start(runner, shell(`echo begun; ${nap.line} & wait`), {
        timeoutMs: 1_500,
      });
      const { ending } = await command.completed;
      expect(ending).toEqual({ kind: "signaled", signal: "SIGTERM", cause: "timeout" });
      expect(readAll(command).toString()).toBe("begun\n");
      expect(findLiving(nap.token)).toEqual([]);
    });

    it("ends busy background children too (case 35)", async () => {
      const marker = uniqueSleep().token;
      const loop = `sh -c 'while :; do :; done' ${marker}`;
      await using command = await start(
        runner,
        shell(`for c in 1 2; do ${loop} & done; sleep 86400`),
        {
          timeoutMs: 400,
        },
      );
      await command.completed;
      expect(findLiving(marker)).toEqual([]);
    });

    it("is kept while output floods, within bounded memory (case 169)", async () => {
      const limits = { timeoutMs: 1_500, outputLimitBytes: 64 * 1024 };
      await using command = await start(runner, shell("yes"), limits);
      const before = process.memoryUsage.rss();
      expect(await settlesSoon(command.completed)).toBe(true);
      const { ending, durationMs } = await command.completed;
      expect(ending.cause).toBe("timeout");
      expect(durationMs).toBeGreaterThanOrEqual(1490);
      expect(command.output.endOffset).toBeGreaterThan(command.spec.outputLimitBytes);
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
    });

    it("does not turn into a success when the program exits 0 on being told to end (case 22)", async () => {
      const line = "trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done";
      await using command = await start(runner, file("/bin/sh", "-c", line), { timeoutMs: 1_500 });
      await printed(command, "ready\n");
      expect((await command.completed).ending).toEqual({
        kind: "exited",
        code: 0,
        cause: "timeout",
      });
    });

    it("is not spent on a background child (case 25)", async () => {
      await using command = await start(runner, shell("sleep 86400 & echo done"), {
        timeoutMs: 60_000,
      });
      expect(await settlesSoon(command.completed)).toBe(true);
      expect((await command.completed).ending.cause).toBe("exit");
    });

    it("may be longer than a timer of the runtime can be", async () => {
      await using command = await start(runner, shell("sleep 0.2; echo done"), {
        timeoutMs: 2 ** 31 + 5_000,
      });
      expect((await command.completed).ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
    });
  });

  describe("release", () => {
    it("ends a running tree and its output (cases 28, 38)", async () => {
      const nap = uniqueSleep();
      const command = await start(runner, shell(`${nap.line} & ${nap.line}`));
      await until("both run", () => findSleeps(nap.token).length >= 2);
      await command.release();
      expect(findLiving(nap.token)).toEqual([]);
      expect(command.output.ended).toBe(true);
      expect(await settlesSoon(Promise.all([command.outputEnded, command.completed]))).toBe(true);
      expect((await command.completed).ending.cause).toBe("stopped");
    });

    it("may be done twice, at once and again", async () => {
      const command = await start(runner, shell("sleep 86400"));
      await Promise.all([command.release(), command.release()]);
      await command.release();
      expect(await command.isTreeAlive()).toBe(false);
    });

    it("leaves what was printed readable", async () => {
      const command = await start(runner, shell("echo kept"));
      await command.completed;
      await command.release();
      expect(readAll(command).toString()).toBe("kept\n");
    });

    it("happens at the end of an `await using` block", async () => {
      const nap = uniqueSleep();
      {
        await using command = await start(runner, shell(nap.line));
        await until("it runs", () => findSleeps(nap.token).length > 0);
        expect(await command.isTreeAlive()).toBe(true);
      }
      expect(findLiving(nap.token)).toEqual([]);
    });
  });
}

/** Longer than `exit 4` takes, without a turn of the event loop in which its exit could be told. */
function blockUntilChildIsGone(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}
