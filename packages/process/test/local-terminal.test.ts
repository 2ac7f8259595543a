import { describe, expect, it } from "vitest";
import { createLocalRunner, type LocalCommand } from "@termwire/process";
import type { CommandRequest } from "@termwire/terminal";
import { file, onTerminal, printed, readAll, run, shell } from "./command-harness.ts";
import { describeDirectory } from "./contract/directory-contract.ts";
import { describeEndings } from "./contract/ending-contract.ts";
import { MANY_COMMANDS_MS } from "./contract/output-contract.ts";
import { describeProgram } from "./contract/program-contract.ts";
import { describeTermination } from "./contract/termination-contract.ts";
import { createGate } from "./create-gate.ts";
import { countDescriptors, findLiving, uniqueSleep, until } from "./operating-system.ts";
import { describeRunnerContract } from "./runner-contract.ts";

const runner = createLocalRunner();
const size = { cols: 100, rows: 30 };
const MANY = { timeout: MANY_COMMANDS_MS };

describeRunnerContract("a local runner on a terminal", () => onTerminal(createLocalRunner()));

/** All but what needs the end of the session leader to leave descendants alone: a terminal hangs them up. */
describe("a local runner on a terminal that is typed to", () => {
  const createRunner = (): typeof runner =>
    onTerminal(createLocalRunner(), "terminal") as typeof runner;
  describeProgram(createRunner);
  describeDirectory(createRunner);
  describeEndings(createRunner);
  describeTermination(createRunner);
});

function startTyped(line: string, more: Partial<CommandRequest> = {}): Promise<LocalCommand> {
  const program = shell(line);
  return runner.start(runner.resolve({ program, cwd: "/", size, stdin: "terminal", ...more }));
}

const type = (command: LocalCommand, text: string): Promise<void> =>
  command.write(Buffer.from(text));

describe("a terminal", () => {
  it("is one for the program, of the size that was asked for", async () => {
    const line = "test -t 1 && test -t 2 && test ! -t 0 && stty size <&1; echo $TERM";
    const { text } = await run(runner, shell(line), { size });
    expect(text).toBe("30 100\nxterm-256color\n");
  });

  it("turns colours on where programs decide by it (case 188)", async () => {
    const { bytes } = await run(runner, shell("ls -d --color=auto /"), { size });
    expect(bytes.toString()).toContain("\u001b[");
  });

  it("does not let a pager wait (cases 146, 148)", async () => {
    const line =
      "cd $(mktemp -d) && git init -q . && git -c core.pager=less help -a | head -1; git log";
    const { ending } = await run(runner, shell(line), { size, timeoutMs: 20_000 });
    expect(ending.cause).toBe("exit");
  });

  it("has the last bytes of a command that ends at once (case 131)", MANY, async () => {
    const payload = "hello".repeat(1500);
    for (let batch = 0; batch < 20; batch++) {
      const results = await Promise.all(
        Array.from({ length: 10 }, () => run(runner, file("/bin/echo", "-n", payload), { size })),
      );
      for (const { text } of results) expect(text).toBe(payload);
    }
  });

  it("is told its new size, and so is the program", async () => {
    const line = "trap 'stty size <&1; exit' WINCH; echo ready; while :; do sleep 0.05; done";
    for (const stdin of ["null", "terminal"] as const) {
      await using command = await startTyped(line, { stdin });
      await printed(command, "ready");
      command.resize({ cols: 132, rows: 50 });
      await command.completed;
      expect(readAll(command).toString()).toContain("50 132\n");
      command.resize({ cols: 80, rows: 24 });
    }
  });

  it("leaves no descriptor", async () => {
    const nap = async (): Promise<void> => {
      const command = await startTyped("sleep 86400");
      await command.release();
    };
    await nap();
    const before = countDescriptors();
    for (let index = 0; index < 20; index++) await nap();
    for (let index = 0; index < 20; index++) await run(runner, shell("echo x"), { size });
    for (let index = 0; index < 20; index++) await run(runner, file("/no/program"), { size });
    // Fewer when some of those before were still being closed.
    expect(countDescriptors()).toBeLessThanOrEqual(before);
  });

  it("is not within reach of other commands", async () => {
    await using terminal = await startTyped("sleep 86400");
    const { text } = await run(runner, shell("ls -l /proc/self/fd/"));
    expect(text).not.toMatch(/ptmx|pts/u);
    expect(await terminal.isTreeAlive()).toBe(true);
  });

  it("shows late output of what was left behind", async () => {
    const { line, open } = createGate();
    await using command = await startTyped(
      `trap '' HUP; (${line}; echo late; echo later) & echo early`,
    );
    await command.completed;
    expect(readAll(command).toString()).toBe("early\n");
    open();
    await command.outputEnded;
    expect(readAll(command).toString()).toBe("early\nlate\nlater\n");
  });

  it("does not keep what was left behind from being ended", async () => {
    const nap = uniqueSleep();
    const command = await startTyped(`trap '' HUP; ${nap.line} & echo up`);
    await command.completed;
    await command.release();
    expect(findLiving(nap.token)).toEqual([]);
  });
});

describe("typing", () => {
  it("answers a question (cases 144, 145)", async () => {
    await using command = await startTyped("read -p 'type something: ' x; echo \"got: $x\"");
    await printed(command, "type something: ");
    await until("it waits", () => command.isWaitingForInput() === true);
    await type(command, "abc\n");
    await command.completed;
    expect(readAll(command).toString()).toBe("type something: abc\ngot: abc\n");
  });

  it("can interrupt what runs", async () => {
    await using command = await startTyped("echo ready; sleep 86400");
    await printed(command, "ready");
    await type(command, "\u0003");
    expect((await command.completed).ending).toEqual({
      kind: "signaled",
      signal: "SIGINT",
      cause: "exit",
    });
  });

  it("can end the input", async () => {
    await using command = await startTyped("cat; echo end");
    await type(command, "abc\n");
    await printed(command, "abc\nabc\n");
    await command.endInput();
    await command.completed;
    expect(readAll(command).toString()).toBe("abc\nabc\nend\n");
  });

  it("reaches /dev/tty", async () => {
    await using command = await startTyped("read x < /dev/tty; echo got $x");
    await until("it waits", () => command.isWaitingForInput() === true);
    await type(command, "there\n");
    await command.completed;
    expect(readAll(command).toString()).toContain("got there\n");
  });

  it("does not show what a program does not want shown", async () => {
    await using command = await startTyped("read -rsp 'password: ' x < /dev/tty; echo; echo ${#x}");
    await printed(command, "password: ");
    await until("it waits", () => command.isWaitingForInput() === true);
    await type(command, "hunter2\n");
    await command.completed;
    expect(readAll(command).toString()).toBe("password: \n7\n");
  });

  it("erases a character of several bytes as one", async () => {
    await using command = await startTyped('echo ready; read x; echo "<$x>"');
    await printed(command, "ready");
    await type(command, "aé\u007fb\n");
    await command.completed;
    expect(readAll(command).toString()).toContain("<ab>");
  });

  it("does not block this process when nobody reads", async () => {
    const command = await startTyped("stty raw -echo; echo ready; sleep 86400");
    await printed(command, "ready");
    const write = command.write(Buffer.alloc(1024 * 1024, "x")).catch((error: unknown) => error);
    await command.release();
    expect(await write).toMatchObject({ code: "input-closed" });
  });

  it("is refused after the end", async () => {
    await using command = await startTyped("exit 0");
    await command.completed;
    await expect(type(command, "x")).rejects.toMatchObject({ code: "input-closed" });
  });
});

describe("waiting for input", () => {
  it("is not seen in a command that works", async () => {
    await using command = await startTyped("echo ready; sleep 86400");
    await printed(command, "ready");
    expect(command.isWaitingForInput()).toBe(false);
  });

  it("is not seen in a command that cannot be typed to", async () => {
    const spec = runner.resolve({ program: shell("sleep 86400"), cwd: "/" });
    await using command = await runner.start(spec);
    expect(command.isWaitingForInput()).toBe(false);
  });

  it("is over when the command is", async () => {
    await using command = await startTyped("read x");
    await until("it waits", () => command.isWaitingForInput() === true);
    await command.terminate("stopped");
    await command.completed;
    expect(command.isWaitingForInput()).toBe(false);
  });

  it("is told as it begins and ends, once each (cases 144, 145)", async () => {
    const { line, open } = createGate();
    await using command = await startTyped(`read x; ${line}; read y; exit 0`);
    const told: boolean[] = [];
    command.watchWaiting((isWaiting) => void told.push(isWaiting));
    await until("it waits", () => told.length === 1);
    await type(command, "one\n");
    await until("it works", () => told.length === 2);
    open();
    await until("it waits again", () => told.length === 3);
    await type(command, "two\n");
    await command.completed;
    expect(told).toEqual([true, false, true, false]);
  });

  it("is never told of a command that cannot be typed to", async () => {
    const spec = runner.resolve({ program: shell("read x </dev/null; sleep 0.5"), cwd: "/", size });
    await using command = await runner.start(spec);
    const told: boolean[] = [];
    const stop = command.watchWaiting((isWaiting) => void told.push(isWaiting));
    await command.completed;
    stop();
    expect(told).toEqual([]);
  });
});
