import { tmpdir } from "node:os";
import { createLocalRunner, probeSandbox, readLoginEnvironment } from "@termwire/process";
import { TerminalError, type CommandRequest, type CommandRunner } from "@termwire/terminal";
import { failed, passed, type Check } from "./check.ts";

/** The oldest runtime that everything here works on. */
const MIN_NODE = [20, 19] as const;

/** Long enough for any of the commands on a busy machine. */
const TIMEOUT_MS = 10_000;

/** Finds out what this machine can do by trying it. Never rejects, and is bounded in time. */
export async function examineMachine(): Promise<readonly Check[]> {
  const runner = createLocalRunner();
  return [
    checkNode(process.versions.node),
    await checkShell(runner),
    await checkPipes(runner),
    await checkTerminal(runner),
    await checkProcessTable(runner),
    await checkReaper(runner),
    await checkSandbox(),
    await checkLoginShell(),
    await checkRipgrep(runner),
  ];
}

/** Whether a version of the runtime is one of those that are supported. */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  const found = `Node.js ${version}`;
  return isEnough
    ? passed("node", found)
    : failed("node", found, `needs ${MIN_NODE.join(".")} or newer`);
}

async function checkShell(runner: CommandRunner): Promise<Check> {
  const { program } = runner.resolve({ program: line("true"), cwd: tmpdir() });
  const shell = program.kind === "shell" ? program.shell : program.file;
  const { isOk, text } = await tryCommand(runner, { program: line("exit 0") });
  if (isOk) return passed("shell", `${shell} runs command lines`);
  return failed("shell", `${shell} does not run command lines: ${text}`, null);
}

async function checkPipes(runner: CommandRunner): Promise<Check> {
  const { isOk } = await tryCommand(runner, { program: line("test -p /dev/stdout") });
  return isOk
    ? passed("pipes", "stdout and stderr are one pipe, in the order of writing")
    : failed("pipes", "stdout and stderr are two, their order is approximate", "needs mkfifo");
}

async function checkTerminal(runner: CommandRunner): Promise<Check> {
  const size = { cols: 80, rows: 24 };
  const { isOk, text } = await tryCommand(runner, { program: line("test -t 1"), size });
  if (isOk) return passed("terminal", "commands can have a terminal of their own");
  const remedy = "npm install --include=optional; everything else works without";
  return failed("terminal", text === "" ? "a terminal was opened and is none" : text, remedy);
}

async function checkProcessTable(runner: CommandRunner): Promise<Check> {
  const { isOk } = await tryCommand(runner, { program: line("test -r /proc/self/environ") });
  if (isOk) return passed("descendants", "found wherever they go, through /proc");
  return failed("descendants", "found by group and parent only: there is no /proc", null);
}

async function checkReaper(runner: CommandRunner): Promise<Check> {
  const { isOk } = await tryCommand(runner, {
    program: { kind: "file", file: "/bin/sh", args: ["-c", "exit 0"] },
  });
  return isOk
    ? passed("reaper", "nothing is left running, not even after kill -9")
    : failed("reaper", "a kill -9 leaves commands running", "needs /bin/sh");
}

async function checkSandbox(): Promise<Check> {
  const probe = await probeSandbox();
  if (!probe.available) {
    return failed("sandbox", "commands that are to run in a sandbox are refused", probe.reason);
  }
  const { kind, file } = probe.backend;
  return passed("sandbox", `${kind === "bubblewrap" ? "bubblewrap" : "Seatbelt"}, ${file}`);
}

async function checkLoginShell(): Promise<Check> {
  const startedAt = performance.now();
  const { fallbackReason } = await readLoginEnvironment({ timeoutMs: TIMEOUT_MS });
  const tookMs = Math.round(performance.now() - startedAt);
  const shell = process.env["SHELL"] ?? "the login shell";
  if (fallbackReason === null) {
    return passed("login-shell", `${shell} tells its environment in ${tookMs} ms`);
  }
  return failed("login-shell", fallbackReason, "commands get the environment of this process");
}

async function checkRipgrep(runner: CommandRunner): Promise<Check> {
  const program = { kind: "file", file: "rg", args: ["--version"] } as const;
  const { isOk, text } = await tryCommand(runner, { program });
  if (isOk) return passed("ripgrep", text.split("\n")[0] ?? "");
  return failed("ripgrep", "rg is not there", "optional; agents search faster with it");
}

function line(text: string): CommandRequest["program"] {
  return { kind: "shell", line: text };
}

/** Runs a command to its end; a runner that refuses is told in its words. */
async function tryCommand(
  runner: CommandRunner,
  request: Omit<CommandRequest, "cwd">,
): Promise<{ readonly isOk: boolean; readonly text: string }> {
  try {
    const spec = runner.resolve({ cwd: tmpdir(), timeoutMs: TIMEOUT_MS, ...request });
    await using command = await runner.start(spec);
    const { ending } = await command.completed;
    const bytes = command.output.read(command.output.startOffset).bytes;
    const isOk = ending.kind === "exited" && ending.code === 0;
    return { isOk, text: new TextDecoder().decode(bytes).trim() };
  } catch (error) {
    if (!TerminalError.is(error)) throw error;
    return { isOk: false, text: error.message };
  }
}
