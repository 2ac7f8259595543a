import { describe, expect, it } from "vitest";
import { run, shell, start, type CreateRunner } from "../command-harness.ts";
import { findLiving, uniqueSleep } from "../operating-system.ts";

/** A limit on silence, for any runner. */
export function describeIdleLimit(createRunner: CreateRunner): void {
  const runner = createRunner();

  describe("a command that may not be silent for long", () => {
    it("is ended with all of its tree when it is (case 153)", async () => {
      const nap = uniqueSleep();
      const { ending, timeout, durationMs } = await run(runner, shell(`${nap.line} & wait`), {
        idleTimeoutMs: 1_000,
      });
      expect({ ending, timeout }).toEqual({
        ending: { kind: "signaled", signal: "SIGTERM", cause: "timeout" },
        timeout: "idle",
      });
      expect(durationMs).toBeGreaterThanOrEqual(999);
      expect(durationMs).toBeLessThan(45_000);
      expect(findLiving(nap.token)).toEqual([]);
    });

    it("keeps what it printed before, and is counted from its last byte on", async () => {
      const line = "for i in 1 2 3 4; do echo $i; sleep 0.5; done; echo last; sleep 86400";
      const limits = { idleTimeoutMs: 1_800 };
      const { text, timeout, durationMs } = await run(runner, shell(line), limits);
      expect(text).toBe("1\n2\n3\n4\nlast\n");
      expect(timeout).toBe("idle");
      expect(durationMs).toBeGreaterThanOrEqual(4 * 500 + 1_799);
    });

    it("runs as long as it likes while it prints, however little", async () => {
      const line = "for i in 1 2 3 4 5 6; do printf .; sleep 0.4; done";
      const { ending, text, timeout } = await run(runner, shell(line), { idleTimeoutMs: 2_000 });
      expect({ ending, text, timeout }).toEqual({
        ending: { kind: "exited", code: 0, cause: "exit" },
        text: "......",
        timeout: null,
      });
    });

    it("is not thought silent because this process was busy", async () => {
      const line = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do printf .; sleep 0.1; done";
      await using command = await start(runner, shell(line), { idleTimeoutMs: 1_000 });
      await command.output.waitPast(0);
      for (const end = performance.now() + 1_300; performance.now() < end;);
      expect((await command.completed).ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
    });

    it("is silent also with its output closed", async () => {
      const line = "echo bye; exec >&- 2>&-; exec sleep 86400";
      const { text, timeout } = await run(runner, shell(line), { idleTimeoutMs: 1_000 });
      expect({ text, timeout }).toEqual({ text: "bye\n", timeout: "idle" });
    });

    it("tells which of two limits ended it", async () => {
      const limits = { timeoutMs: 300, idleTimeoutMs: 60_000 };
      expect((await run(runner, shell("sleep 86400"), limits)).timeout).toBe("total");
      const other = { timeoutMs: 60_000, idleTimeoutMs: 300 };
      expect((await run(runner, shell("sleep 86400"), other)).timeout).toBe("idle");
    });

    it("tells of no limit when something else ended it", async () => {
      await using command = await start(runner, shell("sleep 86400"), { idleTimeoutMs: 60_000 });
      await command.terminate("stopped");
      const { ending, timeout } = await command.completed;
      expect([ending.cause, timeout]).toEqual(["stopped", null]);
    });
  });
}
