import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { TerminalError } from "@termwire/terminal";
import { run, shell } from "./command-harness.ts";

/** A program that can start commands, and prints what `body` says. */
function toScript(body: string): string {
  return `
    import { createLocalRunner } from "@termwire/process";
    import { closeSync, openSync, readdirSync } from "node:fs";
    const runner = createLocalRunner();
    const size = { cols: 80, rows: 24 };
    const run = async (more) => {
      try {
        const request = { program: { kind: "shell", line: "echo hi" }, cwd: "/", ...more };
        const command = await runner.start(runner.resolve(request));
        const { ending } = await command.completed;
        const text = Buffer.from(command.output.read(0).bytes).toString().trim();
        await command.release();
        return ending.kind === "exited" ? text : ending.kind;
      } catch (error) {
        return error.code;
      }
    };
    ${body}
  `;
}

/** Runs it with few descriptors; what was already open in its parent stays open. */
async function runScarce(
  body: string,
  descriptors: number,
  inherited: readonly ("ignore" | number)[] = [],
): Promise<string> {
  const line = `ulimit -n ${descriptors}; exec "$0" --input-type=module -e "$1"`;
  const child = spawn("/bin/sh", ["-c", line, process.execPath, toScript(body)], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit", ...inherited],
  });
  let text = "";
  child.stdout?.on("data", (bytes: Buffer) => (text += bytes.toString()));
  await once(child, "close");
  return text;
}

describe("a process without descriptors", () => {
  it("is told so for each command, loses none of them, and starts commands when it has some", async () => {
    const body = `
      await run({ size });
      await run({});
      const open = () => readdirSync("/dev/fd").length;
      const before = open();
      const said = new Set();
      for (const more of [{}, { size }, { size, stdin: "terminal" }]) {
        for (let round = 0; round < 10; round++) {
          const taken = [];
          try {
            for (;;) taken.push(openSync("/dev/null"));
          } catch {}
          const tries = round === 0 ? 12 : 1; // the first ones use up what was ready
          for (let index = 0; index < tries; index++) said.add(await run(more));
          for (const descriptor of taken) closeSync(descriptor);
        }
      }
      said.delete("hi"); // what was made ready before may do
      console.log([...said].sort().join(" "), await run({}), await run({ size }), String(open() - before < 30));
      process.exit(0);`;
    expect(await runScarce(body, 128)).toBe("lost terminal-unavailable hi hi true\n");
  });

  it("can have one from its parent that is higher than any it may open", async (ctx) => {
    ctx.skip(!existsSync("/proc/self/fdinfo"), "needs /proc");
    const inherited = [...Array.from({ length: 80 }, () => "ignore" as const), openSync("/", "r")];
    const body = "console.log(await run({}), await run({ size })); process.exit(0);";
    expect(await runScarce(body, 64, inherited)).toBe("hi hi\n");
  });
});

describe("a command", () => {
  it("has its output where no pipe can be made in the temporary directory", async () => {
    const body = `
      process.env.TMPDIR = "/no/such/directory";
      console.log(await run({}), await run({ stdin: "pipe" }), await run({ size }));
      process.exit(0);`;
    expect(await runScarce(body, 256)).toBe("hi hi hi\n");
  });

  it("is not blamed for a directory that was removed while it started", async () => {
    const runner = createLocalRunner();
    for (const size of [null, { cols: 80, rows: 24 }]) {
      const cwd = mkdtempSync(join(tmpdir(), "termwire-cwd-"));
      const starting = runner.start(runner.resolve({ program: shell("echo hi"), cwd, size }));
      setImmediate(() => rmSync(cwd, { recursive: true }));
      const outcome = await starting.then(
        (command) => command.release().then(() => "it was faster"),
        (error: unknown) => (TerminalError.is(error) ? error.code : error),
      );
      expect(["it was faster", "cwd-missing"]).toContain(outcome);
    }
  });

  it("that is a file is found without any PATH, as by the system", async () => {
    const runner = createLocalRunner({ env: {} });
    const program = { kind: "file", file: "ls", args: ["-d", "/"] } as const;
    const size = { cols: 80, rows: 24 };
    for (const more of [{}, { size }, { size, stdin: "terminal" as const }]) {
      expect((await run(runner, program, more)).text.trim()).toBe("/");
    }
  });
});
