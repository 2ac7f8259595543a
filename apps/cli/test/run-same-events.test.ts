import { describe, expect, it } from "vitest";
import { dialectArgs, parseEvents, runTermwire, toOutput } from "./support/run-termwire.ts";

/** What a run shows, but for ids, times and how its output came in pieces. */
async function readRun(claim: string, line: string) {
  const { status, stdout } = await runTermwire(["run", "--json", ...dialectArgs(claim), line]);
  const events = parseEvents(stdout);
  const terminal = events.find(({ event }) => event === "terminal");
  const exit = events.find(({ event }) => event === "exit");
  const about = events.findLast(({ event }) => event === "changed") ?? terminal;
  const kinds = events.map(({ event }) => event).filter((kind) => kind !== "changed");
  return {
    kinds: kinds.filter((kind, index) => kind !== kinds[index - 1]),
    command: about?.["command"],
    cwd: about?.["cwd"],
    output: toOutput(events).toString("latin1"),
    exit: { exitCode: exit?.["exitCode"], signal: exit?.["signal"], cause: exit?.["cause"] },
    status,
  };
}

describe("a command that the agent has its client run", () => {
  it.each([
    ["ticks", "for i in 1 2 3; do echo tick $i; sleep 0.1; done; exit 3"],
    [
      "several lines that print all kinds of bytes to both streams",
      String.raw`x=1
for i in a b; do
  echo $x$i
done
printf 'a\000b\377\342\202c\n\033[31mred\033[0m\n10%%\r20%%\n'
echo o1; echo e1 >&2; echo o2
printf '\`\`\`\n\`\`\`\`\na\nb'`,
    ],
    ["no output", "true"],
    ["a child that stays", "sleep 60 & echo started"],
    ["death by a signal", "echo before; kill -9 $$"],
    // Each shell says it in its own words.
    ["a program that is not there", "no-such-program --x 2>/dev/null"],
  ])("has the same events as one it runs itself: %s", async (_name, line) => {
    const [itself, hosted] = await Promise.all([readRun("v2", line), readRun("client", line)]);
    expect(hosted).toEqual(itself);
    expect(hosted.exit.cause).toBe("exit");
  });
});
