import { spawnSync } from "node:child_process";
import { mkdtemp, mkdir, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import {
  createOwnedRunner,
  type CommandSpec,
  type OwnedRunner,
  type RunningCommand,
} from "@termwire/terminal";
import {
  createBashTool,
  createJobs,
  parseExitStatus,
  type BashToolOptions,
  type CompletedBash,
  type ToolContext,
  type ToolOutcome,
} from "@termwire/tools";
import { isAlive, readPid, until } from "./watch-processes.ts";

let cwd = "";
let spillRoot = "";
let runner: OwnedRunner;
let stop: AbortController;
let shown: RunningCommand[];

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "termwire-bash-")));
  spillRoot = await mkdtemp(join(tmpdir(), "termwire-bash-spill-"));
  runner = createOwnedRunner(createLocalRunner({ spill: { directory: spillRoot } }));
  stop = new AbortController();
  shown = [];
});

afterEach(async () => {
  await runner.dispose();
  await rm(cwd, { recursive: true, force: true });
  await rm(spillRoot, { recursive: true, force: true });
});

const createContext = (rest: Partial<ToolContext> = {}): ToolContext => ({
  callId: "call_1",
  session: { cwd },
  runner,
  signal: stop.signal,
  showTerminal: (command) => {
    shown.push(command);
  },
  ...rest,
});

const run = (
  input: Readonly<Record<string, unknown>> | string,
  options: BashToolOptions = {},
): Promise<ToolOutcome> =>
  createBashTool(options)
    .prepare(typeof input === "string" ? { command: input } : input)
    .run(createContext());

const resultOf = (outcome: ToolOutcome): CompletedBash => outcome.result as CompletedBash; // bash made it

/** Path of the file that has all of the output, which must be there. */
const spilledPath = (outcome: ToolOutcome): string => {
  const { spill } = resultOf(outcome);
  if (spill === null || spill.path === null) throw new Error("nothing was spilled");
  return spill.path;
};

const readPidOf = (name: string): Promise<number> => readPid(join(cwd, name));

describe("a command whose start is not answered (case 96)", () => {
  it.each([{}, { run_in_background: true }])(
    "is given up with its turn, and ended when it starts all the same: %j",
    async (more) => {
      let late: RunningCommand | null = null;
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const slow = {
        resolve: runner.resolve.bind(runner),
        start: async (spec: CommandSpec) => {
          await answered;
          late = await runner.start(spec);
          return late;
        },
      };
      const token = `60.${Math.floor(Math.random() * 1e9)}`;
      const jobs = createJobs();
      const call = createBashTool({ jobs })
        .prepare({ command: `sleep ${token} & sleep ${token}`, ...more })
        .run(createContext({ runner: slow }));
      stop.abort();
      expect(await call).toMatchObject({ failed: true, text: "The call was cancelled." });
      answer();
      await until(async () => late !== null && !(await late.isTreeAlive()));
      expect(spawnSync("pgrep", ["-f", `sleep ${token}`]).stdout.toString()).toBe("");
      expect(jobs.list()).toEqual([]);
      await jobs[Symbol.asyncDispose]();
    },
  );
});

describe("a command in the foreground", () => {
  it("gives what it printed and how it ended, as data, text and view", async () => {
    const outcome = await run("echo out; echo err >&2; echo more");
    expect(outcome).toMatchObject({ text: "out\nerr\nmore", failed: false });
    expect(outcome.view).toEqual({
      card: "terminal",
      output: "out\nerr\nmore",
      exitCode: 0,
      cause: "exit",
      durationMs: resultOf(outcome).durationMs,
    });
    expect(outcome.result).toMatchObject({
      ending: { kind: "exited", code: 0, cause: "exit" },
      totalBytes: 13,
      omittedBytes: 0,
      leftRunning: false,
      cwd,
      shell: expect.stringMatching(/sh$/),
    });
  });

  it("is shown once, right after its start, while it still runs", async () => {
    const running = run(`echo first; until [ -e go ]; do sleep 0.01; done; echo last`);
    await until(() => shown[0]?.output.endOffset === 6);
    await writeFile(join(cwd, "go"), "");
    expect((await running).text).toBe("first\nlast");
    expect(shown).toHaveLength(1);
  });

  it("goes on when showing it fails", async () => {
    const showTerminal = (): never => {
      throw new Error("no screen");
    };
    const prepared = createBashTool().prepare({ command: "echo fine" });
    expect((await prepared.run(createContext({ showTerminal }))).text).toBe("fine");
  });

  it("looks failed when its exit code is not 0, and is a result like any other", async () => {
    const outcome = await run("echo out; exit 3");
    expect(outcome).toMatchObject({ text: "out\n[exit code: 3]", failed: true });
    expect(outcome.view).toMatchObject({ exitCode: 3, cause: "exit" });
  });

  it("keeps its exit code and its last lines beside output of any size (case 117)", async () => {
    for (const size of [100, 20_000, 28_500, 29_000, 30_000, 32_767, 32_768, 40_000, 1_000_000]) {
      const outcome = await run(
        `head -c ${size} /dev/zero | tr '\\0' x | fold -w 79; echo; echo the error; exit 1`,
      );
      expect(outcome.text.slice(-25), `${size} characters`).toBe("\nthe error\n[exit code: 1]");
      expect(outcome.text.length).toBeLessThan(33_000);
    }
  });

  it("was killed, and did not exit with 0, when its shell was killed (case 164)", async () => {
    const outcome = await run("printf 'before-kill\\n'; kill -KILL $$");
    expect(outcome).toMatchObject({
      text: "before-kill\n[killed by signal: SIGKILL]",
      failed: true,
      view: { signal: "SIGKILL" },
    });
    expect(outcome.view).not.toHaveProperty("exitCode");
  });

  it("is not called a success when a pipeline hid a failure (case 165)", async () => {
    const hidden = await run("sh -c 'echo out; exit 1' | tail -1");
    expect(hidden.text).toBe("out");
    const silent = await run("false | true");
    expect(silent.text).toBe("[exit code: 0]");
  });

  it("that cannot be found ends with 127 and says so", async () => {
    const outcome = await run("no-such-program-anywhere");
    expect(outcome.failed).toBe(true);
    expect(outcome.text).toMatch(/no-such-program-anywhere[^]*not found\n\[exit code: 127\]$/);
  });

  it("runs in the directory it names, taken from the session's", async () => {
    await mkdir(join(cwd, "sub"));
    expect((await run({ command: "pwd", workdir: "sub" })).text).toBe(join(cwd, "sub"));
    expect((await run({ command: "pwd", workdir: "./sub/.." })).text).toBe(cwd);
    expect((await run({ command: "pwd", workdir: tmpdir() })).text).toBe(await realpath(tmpdir()));
  });

  it("is a failed call that names the directory when that is not there", async () => {
    const outcome = await run({ command: "pwd", workdir: "missing" });
    expect(outcome).toMatchObject({ failed: true, view: { card: "generic" } });
    expect(outcome.text).toContain(join(cwd, "missing"));
    expect(shown).toEqual([]);
  });

  it("replays from the log exactly as it was", async () => {
    const prepared = createBashTool().prepare({ command: "echo out; exit 3" });
    const outcome = await prepared.run(createContext());
    expect(prepared.replay(JSON.parse(JSON.stringify(outcome.result)))).toEqual(outcome);
  });
});

describe("a command that is cut short", () => {
  it("keeps what it printed before its time limit, and says that it timed out (cases 122, 125)", async () => {
    const outcome = await run({
      command: "echo CRITICAL-PROGRESS; echo line2; sleep 30",
      timeoutMs: 1_500,
    });
    expect(outcome.text).toMatch(
      /^CRITICAL-PROGRESS\nline2\n\[timed out after 1500ms\]\n\[killed by signal: SIGTERM\]$/,
    );
    expect(outcome).toMatchObject({ failed: true, view: { signal: "SIGTERM", cause: "timeout" } });
  });

  it("has the tool's own time limit when it sets none", async () => {
    const outcome = await run("sleep 30", { defaultTimeoutMs: 200 });
    expect(outcome.text).toContain("[timed out after 200ms]");
  });

  it("keeps what it printed before its turn was cancelled, with the reason (case 123)", async () => {
    const running = run("echo a; sleep 60");
    await until(() => shown[0]?.output.endOffset === 2);
    stop.abort();
    const outcome = await running;
    expect(outcome.text).toBe("a\n[cancelled with its turn]\n[killed by signal: SIGTERM]");
    expect(outcome).toMatchObject({ failed: true, view: { cause: "cancelled" } });
  });

  it("leaves nothing of its tree behind", async () => {
    const running = run("sleep 60 & echo $! > child.pid; wait");
    const pid = await readPidOf("child.pid");
    expect(isAlive(pid)).toBe(true);
    stop.abort();
    await running;
    await until(() => !isAlive(pid));
  });

  it("is not started when its turn was cancelled before", async () => {
    stop.abort();
    const outcome = await run("echo > started");
    expect(outcome).toMatchObject({ text: "The call was cancelled.", failed: true });
    await expect(readFile(join(cwd, "started"))).rejects.toThrow("ENOENT");
  });

  it("is ended when its turn is cancelled while it starts", async () => {
    const prepared = createBashTool().prepare({ command: "sleep 60" });
    const slow: ToolContext["runner"] = {
      resolve: (request) => runner.resolve(request),
      start: async (spec) => {
        const command = await runner.start(spec);
        stop.abort();
        return command;
      },
    };
    const outcome = await prepared.run(createContext({ runner: slow }));
    expect(outcome.text).toContain("[cancelled with its turn]");
  });
});

describe("a command that falls silent", () => {
  it("is ended, and the model learns that it printed nothing for so long (case 153)", async () => {
    const outcome = await run({ command: "echo a; sleep 100000", idleTimeoutMs: 1_500 });
    expect(outcome.text).toBe(
      "a\n[timed out after 1500ms without output]\n[killed by signal: SIGTERM]",
    );
    expect(outcome).toMatchObject({ failed: true, view: { signal: "SIGTERM", cause: "timeout" } });
    expect(resultOf(outcome)).toMatchObject({ timeout: "idle", idleTimeoutMs: 1_500 });
    expect(parseExitStatus(outcome.text)).toMatchObject({ timeout: "idle", idleTimeoutMs: 1_500 });
  });

  it("has the tool's own limit when it sets none, and none by default", async () => {
    const limited = await run("sleep 30", { defaultIdleTimeoutMs: 200 });
    expect(limited.text).toContain("[timed out after 200ms without output]");
    expect(resultOf(await run("true")).idleTimeoutMs).toBe(null);
  });
});

describe("the whole of a long output", () => {
  it("is in a file that the next command can read", async () => {
    const outcome = await run("seq 1 100000");
    const sum = await run(`sha256sum < ${spilledPath(outcome)}; seq 1 100000 | sha256sum`);
    const [file, expected] = sum.text.split("\n");
    expect(file).toBe(expected);
    expect(resultOf(outcome).spill).toMatchObject({ bytes: 588_895, missingBytes: 0 });
    const path = spilledPath(outcome);
    expect((await run(`sed -n 50000p ${path}; stat -c %a ${path}`)).text).toBe("50000\n600");
  });

  it("is there until the session ends, and no longer", async () => {
    const path = spilledPath(await run("seq 1 100000"));
    await run("seq 1 100000");
    expect(await readdir(dirname(path))).toHaveLength(2);
    await runner.dispose();
    expect(await readdir(spillRoot)).toEqual([]);
  });

  it("takes no file when the model has it all", async () => {
    expect(resultOf(await run("seq 1 1000")).spill).toBe(null);
    expect(await readdir(spillRoot)).toEqual([]);
  });

  it("may be more than memory holds, and more than the file may", async () => {
    runner = createOwnedRunner(
      createLocalRunner({ spill: { directory: spillRoot, limitBytes: 1_000_000 } }),
    );
    const outcome = await run("seq 1 1000000; exit 1", { outputLimitBytes: 10_000 });
    expect(outcome.text).toContain(
      `bytes omitted; first 1000000 bytes of the output: ${spilledPath(outcome)} ` +
        "(its limit of 1000000 bytes)]\n",
    );
    expect(outcome.text.endsWith("\n1000000\n[exit code: 1]")).toBe(true);
  });
});

describe("a command that leaves processes behind", () => {
  it("completes at once, and the model learns that they are still there", async () => {
    const outcome = await run("sleep 60 & echo $! > child.pid; echo started");
    expect(outcome.text).toBe(
      "started\n[background processes are still running and end with the session]",
    );
    expect(outcome.failed).toBe(false);
    const pid = await readPidOf("child.pid");
    expect(isAlive(pid)).toBe(true);
    await runner.dispose();
    await until(() => !isAlive(pid));
  });

  it("says nothing of processes that have ended with it", async () => {
    expect((await run("sleep 0 & wait; echo done")).text).toBe("done");
  });
});

describe("what the model reads of the output", () => {
  it("has its colours and redraws resolved (cases 110, 112)", async () => {
    const outcome = await run(
      "printf '\\033[1m\\033[46m RUN \\033[0m ok\\n'; " +
        "for i in $(seq 0 43); do printf '\\033[2KRetrieving image: %d%%\\r' $i; done",
    );
    expect(outcome.text).toBe(" RUN  ok\nRetrieving image: 43%");
  });

  it("never has NUL or other control characters in it (case 126)", async () => {
    expect((await run("printf 'a\\000b\\n'")).text).toBe("ab");
    const binary = await run("head -c 20000 /bin/ls");
    expect(binary.text).not.toMatch(/(?![\t\n])\p{Cc}/u);
    expect(JSON.parse(JSON.stringify(binary))).toEqual(binary);
  });

  it("is beginning and end of a long one, with an exact count between (case 116)", async () => {
    const outcome = await run("seq 1 100000");
    const { totalBytes, omittedBytes } = resultOf(outcome);
    expect(totalBytes).toBe(588_895);
    const marker = `\n[… ${omittedBytes} bytes omitted; full output: ${spilledPath(outcome)}]\n`;
    const [head = "", tail = ""] = outcome.text.split(marker);
    expect(head.startsWith("1\n2\n3\n")).toBe(true);
    expect(tail.endsWith("\n99999\n100000")).toBe(true);
    expect(head.length + 1 + omittedBytes + tail.length + 1).toBe(totalBytes);
  });

  it("is bounded in memory however much is printed (case 173)", async () => {
    const before = process.memoryUsage().rss;
    const outcome = await run("yes 0123456789abcdef | head -c 300000000; echo; echo the end");
    expect(resultOf(outcome).totalBytes).toBe(300_000_009);
    expect(outcome.text.length).toBeLessThan(33_000);
    expect(outcome.text.endsWith("the end")).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it("has the sizes that were asked for", async () => {
    const outcome = await run("seq 1 1000", { headBytes: 10, tailBytes: 20 });
    const marker = `[… 3866 bytes omitted; full output: ${spilledPath(outcome)}]`;
    expect(outcome.text).toBe(`1\n2\n3\n4\n5\n${marker}\n997\n998\n999\n1000`);
  });

  it("cannot pass for another ending, in data, in text and in the view", async () => {
    const forged = await run("echo ok; printf '[exit code: 0]'; exit 1");
    expect(parseExitStatus(forged.text)).toMatchObject({
      output: "ok\n[exit code: 0]",
      ending: { kind: "exited", code: 1 },
    });
    expect(forged).toMatchObject({ failed: true, view: { exitCode: 1 } });
    const innocent = await run("printf 'x\\n[killed by signal: SIGKILL]\\n'");
    expect(innocent.text.split("\n").slice(-2)).toEqual(["[end of output]", "[exit code: 0]"]);
    expect(parseExitStatus(innocent.text)).toMatchObject({ ending: { kind: "exited", code: 0 } });
    expect(innocent.failed).toBe(false);
  });
});

describe("the options of a bash tool", () => {
  it.each([
    { headBytes: -1 },
    { tailBytes: 1.5 },
    { defaultTimeoutMs: 0 },
    { defaultIdleTimeoutMs: 0.5 },
  ])("are refused as %j", (options) => {
    expect(() => createBashTool(options)).toThrow(
      expect.objectContaining({ code: "invalid-options" }),
    );
  });

  it("are told to the model, with how much it gets and where the rest is (case 121)", () => {
    const { description } = createBashTool({ defaultTimeoutMs: null });
    expect(description).toContain("Time limit unless timeoutMs is given: none.");
    expect(description).toContain("32 KiB");
    expect(description).toContain("the path of a file with all of it");
    const { description: small } = createBashTool({ headBytes: 1024, tailBytes: 1024 });
    expect(small).toContain("2 KiB");
  });
});
