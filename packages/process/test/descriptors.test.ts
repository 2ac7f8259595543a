import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { findChildren, until } from "./operating-system.ts";

const size = "size: { cols: 80, rows: 24 }";

/** Starts pipes, terminals and many short commands, then says the ids of three that stay. */
const OWNER = `
  import { createLocalRunner } from "@termwire/process";
  const runner = createLocalRunner();
  const start = (line, more) =>
    runner.start(runner.resolve({ program: { kind: "shell", line }, cwd: "/", ...more }));
  const warm = [await start("exec sleep 86400", { ${size} }), await start("exec sleep 86400")];
  for (let index = 0; index < 20; index++) await (await start("true")).completed;
  const stay = [
    await start("exec sleep 86400"),
    await start("exec sleep 86400", { ${size} }),
    await start("exec sleep 86400", { ${size}, stdin: "terminal" }),
  ];
  console.log(stay.map((command) => command.pid).join(" "));
  setInterval(() => {}, 1000);
`;

/** What a process has open beyond the standard three, and is not nothing. */
function readExtraDescriptors(pid: number): string[] {
  const directory = `/proc/${pid}/fd`;
  return readdirSync(directory)
    .filter((descriptor) => Number(descriptor) > 2)
    .map((descriptor) => readlinkSync(`${directory}/${descriptor}`))
    .filter((target) => target !== "/dev/null");
}

it("no child and no helper has a descriptor of this process or of its parent", async (ctx) => {
  ctx.skip(!existsSync("/proc/self/fd"), "needs /proc");
  const foreign = openSync(tmpdir(), "r");
  const inherited = Array.from({ length: 40 }, () => foreign);
  const owner = spawn(process.execPath, ["--input-type=module", "-e", OWNER], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit", ...inherited],
  });
  try {
    if (owner.stdout === null) throw new Error("no output");
    const [line] = (await once(createInterface(owner.stdout), "line")) as [string]; // one line of text
    const helpers = (): number[] => findChildren(owner.pid ?? 0, "termwire-reaper");
    await until("its helper runs", () => helpers().length === 1);
    const [helper = 0] = helpers();
    const pids = [...line.split(" ").map(Number), helper];
    for (const pid of pids) {
      await until("it runs", () => !readlinkSync(`/proc/${pid}/exe`).includes("node"));
      await until("it is by itself", () => readExtraDescriptors(pid).length === 0);
      expect(readExtraDescriptors(pid)).toEqual([]);
    }
  } finally {
    owner.kill("SIGKILL");
    await once(owner, "exit");
  }
});
