import { describe, expect, it } from "vitest";
import { until } from "./support/processes.ts";
import { runTermwire, startTermwire } from "./support/run-termwire.ts";

const TICKS = "for i in 1 2 3; do echo tick $i; sleep 0.5; done; exit 3";

describe("termwire run", () => {
  it.each(["all", "zed", "meta", "delta", "text", "v2"])(
    "case 59: shows the ticks as they come and ends with the command's status, as %s",
    async (claim) => {
      const run = startTermwire(["run", "--as", claim, TICKS]);
      await until("the first tick is shown", () => run.stdout().includes("tick 1\n"));
      expect(run.stdout()).not.toContain("tick 3");
      const { status, stdout, stderr } = await run.result;
      expect(status).toBe(3);
      expect(stdout).toContain("tick 1\ntick 2\ntick 3\n[exit 3 · ");
      expect(stderr).toBe("");
    },
  );

  it("shows directory, command, output and ending as plain text on a pipe", async () => {
    const { stdout, status } = await runTermwire([
      "run",
      "--cwd",
      "/",
      "printf '\\033[31mred\\033[0m\\n'; pwd",
    ]);
    expect(stdout).toMatch(
      /^\[\/\] \$ printf '\\033\[31mred\\033\[0m\\n'; pwd\nred\n\/\n\[exit 0 · \d+ ms\]\n$/,
    );
    expect(status).toBe(0);
  });

  it("runs a prompt of several lines as one script", async () => {
    const { stdout } = await runTermwire(["run", "x=1\nfor i in a b; do\n  echo $x$i\ndone"]);
    expect(stdout).toContain("\n1a\n1b\n[exit 0");
  });

  it("case 162: ends for a shell that exits with the status of its last command", async () => {
    expect((await runTermwire(["run", "false; exit"])).status).toBe(1);
  });

  it("says that an empty prompt runs nothing", async () => {
    const { stdout, status } = await runTermwire(["run", "  "]);
    expect(stdout).toContain("Nothing to run");
    expect(status).toBe(0);
  });
});
