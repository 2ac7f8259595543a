import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "./support/processes.ts";
import { runTermwire, startTermwire } from "./support/run-termwire.ts";

describe("termwire run", () => {
  it.each(["all", "zed", "meta", "delta", "text", "v2"])(
    "case 59: shows the ticks as they come and ends with the command's status, as %s",
    async (claim) => {
      const seen = join(mkdtempSync(join(tmpdir(), "termwire-ticks-")), "seen");
      const wait = `until [ -e '${seen}' ]; do sleep 0.1; done`;
      const ticks = `for i in 1 2; do echo tick $i; done; ${wait}; echo tick 3; exit 3`;
      const run = startTermwire(["run", "--as", claim, ticks]);
      await until("the first ticks are shown", () => run.stdout().includes("tick 2\n"));
      expect(run.stdout()).not.toContain("[exit");
      writeFileSync(seen, "");
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
      /^\[\/\] \$ printf '\\033\[31mred\\033\[0m\\n'; pwd\nred\n\/\n\[exit 0 · [\d.]+ m?s\]\n$/,
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
