import { describe, expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { createPipeChannel } from "../src/channel/pipe-channel.ts";
import { chooseInputPipe } from "../src/input/input-pipe.ts";
import { chooseLocalPlatform } from "../src/local-platform.ts";
import { createPlatformRunner } from "../src/local-runner.ts";
import { createSeparatePipes } from "../src/output/separate-pipes.ts";
import { file, printed, readAll, run, shell, start } from "./command-harness.ts";
import { findLiving, findSleeps, settlesSoon, uniqueSleep, until } from "./operating-system.ts";

const runner = createLocalRunner();
const size = { cols: 80, rows: 24 };

/** Pipes and terminals. */
const CONNECTIONS = [{}, { size }] as const;

/** The pipes that Windows has. */
const onWindowsPipes = createPlatformRunner(
  {},
  {
    ...chooseLocalPlatform(process.platform),
    openChannel: async (spec) =>
      createPipeChannel(chooseInputPipe(spec.stdin), createSeparatePipes()),
  },
);

describe("a command that starts another and ends", () => {
  it.each(["& echo up", ">/dev/null & echo up", "2>&1 & echo up", "</dev/null & echo up; exit 3"])(
    "has ended, whatever the other holds: sleep %s (case 23)",
    async (rest) => {
      const nap = uniqueSleep();
      await using command = await start(onWindowsPipes, shell(`${nap.line} ${rest}`));
      expect(await settlesSoon(command.completed)).toBe(true);
      expect(readAll(command).toString()).toBe("up\n");
      expect(await command.isTreeAlive()).toBe(true);
    },
  );

  it("is ended in time when it waits for the other, with all that was printed (case 23)", async () => {
    const nap = uniqueSleep();
    const line = `echo before; ${nap.line} & wait`;
    const { ending, text } = await run(onWindowsPipes, shell(line), { timeoutMs: 1_500 });
    expect(ending.cause).toBe("timeout");
    expect(text).toBe("before\n");
    expect(findLiving(nap.token)).toEqual([]);
  });

  it("tells the number of its group, by which anybody can end the other (case 40)", async () => {
    const nap = uniqueSleep();
    await using command = await runner.start(
      runner.resolve({ program: shell(`${nap.line} & echo up`), cwd: "/" }),
    );
    await command.completed;
    await until("it sleeps", () => findSleeps(nap.token).length === 1);
    if (command.pid === null) throw new Error("not started");
    process.kill(-command.pid, "SIGKILL");
    await until("it is gone", () => findLiving(nap.token).length === 0);
    expect(await command.isTreeAlive()).toBe(false);
  });
});

describe("a command that does not end", () => {
  it.each(CONNECTIONS)(
    "can be read while it runs, and is ended by its limit (cases 152, 154)",
    async (more) => {
      const nap = uniqueSleep();
      const line = `echo listening; ${nap.line}; echo done`;
      await using command = await start(runner, shell(line), { ...more, timeoutMs: 2_500 });
      await printed(command, "listening\n");
      const { ending } = await command.completed;
      expect(ending.cause).toBe("timeout");
      expect(readAll(command).toString()).toBe("listening\n");
      expect(findLiving(nap.token)).toEqual([]);
    },
  );

  it("has no limit but its own, or none (case 154)", async () => {
    const short = start(runner, shell("sleep 86400"), { timeoutMs: 200 });
    const long = start(runner, shell("sleep 0.6; echo done"), { timeoutMs: null });
    await using first = await short;
    await using second = await long;
    expect((await first.completed).ending.cause).toBe("timeout");
    expect((await second.completed).ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
    expect(readAll(second).toString()).toBe("done\n");
  });
});

describe("output beyond a limit", () => {
  it.each([40, 50])(
    "of %i KB is counted exactly, and whole in a file (cases 120, 121)",
    async (kilobytes) => {
      const bytes = kilobytes * 1024;
      const limit = 16 * 1024;
      await using command = await start(runner, shell(`head -c ${bytes} /dev/zero | tr '\\0' x`), {
        outputLimitBytes: limit,
        spill: true,
      });
      await command.completed;
      expect(command.output.endOffset).toBe(bytes);
      expect(command.output.startOffset).toBe(bytes - limit);
      expect(command.output.read(0).lostBytes).toBe(bytes - limit);
      expect(command.spill?.save()).toMatchObject({ bytes, missingBytes: 0 });
    },
  );
});

describe("the output of a command", () => {
  it.each(CONNECTIONS)("is nobody else's, and no pager keeps it (case 149)", async (more) => {
    const first = await run(runner, shell('seq 3000 | ${PAGER:-less}; echo "first"'), more);
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, index) => run(runner, shell(`echo ${index}`), more)),
    );
    expect(first.text.endsWith("3000\nfirst\n")).toBe(true);
    expect(others.map(({ text }) => text)).toEqual(["0\n", "1\n", "2\n", "3\n", "4\n"]);
  });

  it("is there on the pipes of Windows too, of either stream, and so is its code (case 158)", async () => {
    for (const line of ["echo hello", "echo hello >&2", "printf 'hello\\n'; exit 0"]) {
      expect(await run(onWindowsPipes, shell(line))).toMatchObject({
        text: "hello\n",
        ending: { kind: "exited", code: 0 },
      });
    }
  });

  it.each(CONNECTIONS)(
    "has no prompt in it, and no prompt tells its end (case 161)",
    async (more) => {
      const fancy = {
        PS1: "\u001b]133;A\u0007\\u@\\h ❯ ",
        PROMPT_COMMAND: "echo prompt; sleep 86400",
        PROMPT: "%n ❯ ",
      };
      const { text, ending } = await run(runner, shell("echo test"), { ...more, env: fancy });
      expect(text).toBe("test\n");
      expect(ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
    },
  );
});

describe("the end of a command", () => {
  it.each(CONNECTIONS)(
    "is told without ps, on a screen of a sane size (case 160)",
    async (more) => {
      const outer = { ...process.env, COLUMNS: "131072", LINES: "1" };
      const odd = createLocalRunner({ env: outer });
      const env = { PATH: "/no/such/directory" };
      const { text, ending } = await run(
        odd,
        file("/bin/sh", "-c", "echo ${COLUMNS:-unset} ${LINES:-unset}"),
        {
          ...more,
          env,
        },
      );
      expect(ending).toEqual({ kind: "exited", code: 0, cause: "exit" });
      expect(text).toBe("unset unset\n");
    },
  );

  it.each([0, 1, 7, 255])("has one code, wherever one looks: %i (case 167)", async (code) => {
    await using command = await start(runner, shell(`exit ${code}`));
    const [exit, { ending }] = await Promise.all([command.exited, command.completed]);
    expect(exit).toEqual({ kind: "exited", code });
    expect(ending).toEqual({ kind: "exited", code, cause: "exit" });
  });
});
