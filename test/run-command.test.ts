import { describe, expect, it } from "vitest";
import { inParallel, runCommand } from "../scripts/run-command.mjs";

describe("running a command", () => {
  it("gives the exit code and both streams", async () => {
    expect(await runCommand("sh", ["-c", "echo out; echo err >&2; exit 3"])).toEqual({
      code: 3,
      output: expect.stringMatching(/^(out\nerr|err\nout)\n$/u),
    });
  });

  it("has nothing on its standard input", async () => {
    expect(await runCommand("cat", [])).toEqual({ code: 0, output: "" });
  });

  it("says that a program cannot be found", async () => {
    const { code, output } = await runCommand("no-such-program", []);
    expect(code).toBe(127);
    expect(output).toContain("no-such-program");
  });

  it("is no success when a signal ends it, and says which", async () => {
    expect(await runCommand("sh", ["-c", "kill -KILL $$"])).toEqual({
      code: 128,
      output: "sh was ended by SIGKILL\n",
    });
  });
});

describe("working in parallel", () => {
  it("keeps the order of the results and never exceeds the limit", async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([3, 1, 2, 0], 2, async (turns) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      running--;
      return turns * 10;
    });
    expect(results).toEqual([30, 10, 20, 0]);
    expect(most).toBe(2);
  });

  it("does nothing for nothing", async () => {
    expect(await inParallel([], 2, () => Promise.reject(new Error("called")))).toEqual([]);
  });
});
