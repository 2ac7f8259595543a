/**
 * Counts bytes that go missing, and what stays behind: thousands of short commands on pipes and on terminals, while
 * another process keeps a core busy. `node --expose-gc benchmarks/lost-bytes.mjs [COMMANDS]`, 5,000 of each unless told
 * otherwise; exits with 1 when anything was lost or left.
 */
import { execFileSync, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { SIZE, startCommand } from "./subject.mjs";

const COMMANDS = Number(process.argv[2] ?? 5_000);
/** At a time: more than there are cores. */
const PARALLEL = 4;

const PAYLOAD = "hello".repeat(1_500);

/**
 * Ways to print the payload last of all.
 *
 * @type {readonly (readonly [file: string, args: readonly string[]])[]}
 */
const PRINTERS = [
  ["/bin/echo", ["-n", PAYLOAD]],
  ["/bin/sh", ["-c", `i=0; while [ $i -lt 1500 ]; do printf hello; i=$((i+1)); done`]],
  ["/bin/sh", ["-c", `sleep 0.05 & printf %s "$0"`, PAYLOAD]],
  ["/bin/sh", ["-c", `printf %s "$0" >&2 & wait`, PAYLOAD]],
];

/** @param {Partial<import("@termwire/terminal").CommandRequest>} more */
async function countLost(more) {
  const lost = { commands: 0, bytes: 0, endings: 0 };
  let next = 0;
  const work = async () => {
    while (next < COMMANDS) {
      const [file, args] = PRINTERS[next++ % PRINTERS.length] ?? ["/bin/true", []];
      const command = await startCommand(file, args, more);
      const { ending } = await command.completed;
      const text = Buffer.from(command.output.read(0).bytes).toString();
      await command.release();
      if (ending.kind !== "exited" || ending.code !== 0) lost.endings++;
      if (text === PAYLOAD) continue;
      lost.commands++;
      lost.bytes += PAYLOAD.length - text.length;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return lost;
}

/** What this process holds on to: its children that ended and were not collected, its descriptors, its memory. */
function readHeld() {
  globalThis.gc?.();
  const states = execFileSync("ps", ["--ppid", String(process.pid), "-o", "stat="], {
    encoding: "utf8",
  });
  return {
    zombies: states.split("\n").filter((state) => state.startsWith("Z")).length,
    descriptors: readdirSync("/proc/self/fd").length,
    heapMiB: Math.round(process.memoryUsage().heapUsed / 1024 ** 2),
    residentMiB: Math.round(process.memoryUsage().rss / 1024 ** 2),
  };
}

const busy = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
try {
  for (const [name, more] of /** @type {const} */ ([
    ["pipes", {}],
    ["terminal", { size: SIZE }],
    ["terminal that is typed to", { size: SIZE, stdin: "terminal" }],
  ])) {
    const startedAt = performance.now();
    const lost = await countLost(more);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `${name}: ${COMMANDS} commands in ${seconds} s, ${lost.commands} of them lost ${lost.bytes} bytes, ${lost.endings} ended wrong`,
    );
    const held = readHeld();
    console.log(`    afterwards ${JSON.stringify(held)}`);
    if (lost.commands + lost.endings + held.zombies > 0) process.exitCode = 1;
  }
} finally {
  busy.kill("SIGKILL");
}
