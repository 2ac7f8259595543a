import { describe, expect, it } from "vitest";
import { isCleanEnding } from "@termwire/terminal";
import { file, run, shell, start, type CreateRunner } from "../command-harness.ts";

/** How commands end, for any runner. */
export function describeEndings(createRunner: CreateRunner): void {
  const runner = createRunner();

  describe("an ending", () => {
    it.each([0, 1, 3, 42, 255])("tells exit code %i", async (code) => {
      const { ending } = await run(runner, shell(`exit ${code}`));
      expect(ending).toEqual({ kind: "exited", code, cause: "exit" });
    });

    it("tells the code with the output (case 133)", async () => {
      const { ending, text } = await run(runner, file("/bin/sh", "-c", "printf hi; exit 3"));
      expect({ ending, text }).toEqual({
        ending: { kind: "exited", code: 3, cause: "exit" },
        text: "hi",
      });
    });

    it("tells a signal by its name and never as a success (case 164)", async () => {
      const { ending, text } = await run(runner, shell("printf 'before-kill\\n'; kill -KILL $$"));
      expect(ending).toEqual({ kind: "signaled", signal: "SIGKILL", cause: "exit" });
      expect(isCleanEnding(ending)).toBe(false);
      expect(text).toBe("before-kill\n");
    });

    it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGSEGV", "SIGABRT"])("names %s", async (signal) => {
      const line = `ulimit -c 0; kill -${signal.slice(3)} $$`;
      const { ending } = await run(runner, file("/bin/sh", "-c", line));
      expect(ending).toEqual({ kind: "signaled", signal, cause: "exit" });
    });

    it("is the last command's, pipeline or not (case 165)", async () => {
      const { ending, text } = await run(runner, shell("sh -c 'echo out; exit 1' | tail -1"));
      expect(ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
      expect(text).toBe("out\n");
    });

    it("is told for a shell that leaves with a failed status (case 162)", async () => {
      const { ending } = await run(runner, shell("false; exit"));
      expect(ending).toEqual({ kind: "exited", code: 1, cause: "exit" });
    });

    it("comes as `exited` and again in `completed`, however often it is asked", async () => {
      await using command = await start(runner, shell("exit 7"));
      const completions = await Promise.all([command.completed, command.completed]);
      expect(await command.exited).toEqual({ kind: "exited", code: 7 });
      expect(completions[0]).toEqual(completions[1]);
    });

    it("takes a plausible time", async () => {
      const { durationMs } = await run(runner, shell("sleep 0.3"));
      expect(durationMs).toBeGreaterThanOrEqual(290);
      expect(durationMs).toBeLessThan(45_000);
    });
  });

  describe("a program that is not there", () => {
    it("ends a shell line with 127 and the shell's own words (cases 1, 3)", async () => {
      const { ending, text } = await run(runner, shell("no-such-program-here"));
      expect(ending).toEqual({ kind: "exited", code: 127, cause: "exit" });
      expect(text).toContain("no-such-program-here");
    });

    it("ends a direct start with 127 and says which it is (cases 5, 6, 8)", async () => {
      const { ending, text, outputEnded } = await run(runner, file("no-such-program-here", "-x"));
      expect(ending).toEqual({ kind: "exited", code: 127, cause: "not-started" });
      expect(text).toBe("termwire: no-such-program-here: command not found\n");
      expect(outputEnded).toBe(true);
    });

    it("is told apart from a program that itself exits 127", async () => {
      const { ending } = await run(runner, file("/bin/sh", "-c", "exit 127"));
      expect(ending).toEqual({ kind: "exited", code: 127, cause: "exit" });
    });

    it("does not take a whole line for its arguments' sake apart (cases 2, 163)", async () => {
      const { ending, text } = await run(runner, file("ls -la /"));
      expect(ending).toMatchObject({ code: 127, cause: "not-started" });
      expect(text).toContain("ls -la /");
    });

    it("leaves nothing to terminate or release", async () => {
      const command = await start(runner, file("/no/such/file"));
      await command.terminate("stopped");
      expect(await command.isTreeAlive()).toBe(false);
      await command.release();
      await command.release();
      expect((await command.completed).ending.cause).toBe("not-started");
    });
  });

  describe("a file that is no program", () => {
    it("ends with 126 and says why", async () => {
      const { ending, text } = await run(runner, file("/etc/passwd"));
      expect(ending).toEqual({ kind: "exited", code: 126, cause: "not-started" });
      expect(text).toBe("termwire: /etc/passwd: permission denied\n");
    });

    it("ends with 126 when it is a directory", async () => {
      const { ending } = await run(runner, file("/etc"));
      expect(ending).toEqual({ kind: "exited", code: 126, cause: "not-started" });
    });

    it("ends with 126 when the command line is too long for the system", async () => {
      const { ending, text } = await run(runner, file("/bin/echo", "x".repeat(8 * 1024 * 1024)));
      expect(ending).toEqual({ kind: "exited", code: 126, cause: "not-started" });
      expect(text).toContain("too long");
    });
  });
}
