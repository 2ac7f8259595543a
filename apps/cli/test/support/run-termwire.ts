import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The built command, as a user starts it. */
export const TERMWIRE_BIN: string = fileURLToPath(
  new URL("../../bin/termwire.js", import.meta.url),
);

/** Arguments of `termwire run` that bring a dialect about; `client` has this client run the agent's commands. */
export function dialectArgs(dialect: string): string[] {
  if (dialect !== "client") return ["--as", dialect];
  return [
    "--as",
    "client",
    "--agent",
    `'${process.execPath}' '${TERMWIRE_BIN}' agent --model shell --exec client`,
  ];
}

/** A finished `termwire`. */
export interface TermwireResult {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `termwire` and what it has printed so far. */
export interface RunningTermwire {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when it has ended and its output is in. */
  readonly result: Promise<TermwireResult>;
}

/** Starts the real command under plain `node`. Its stdin is empty unless `stdin` is "pipe". */
export function startTermwire(
  args: readonly string[],
  options: { readonly stdin?: "ignore" | "pipe"; readonly env?: Record<string, string> } = {},
): RunningTermwire {
  const child = spawn(process.execPath, [TERMWIRE_BIN, ...args], {
    stdio: [options.stdin ?? "ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const result = once(child, "close").then(() => ({
    status: child.exitCode,
    signal: child.signalCode,
    stdout,
    stderr,
  }));
  return { child, stdout: () => stdout, stderr: () => stderr, result };
}

/** Runs it to its end. */
export function runTermwire(...args: Parameters<typeof startTermwire>): Promise<TermwireResult> {
  return startTermwire(...args).result;
}

/** One line of `--json`. */
export interface RunEvent {
  readonly event: string;
  readonly [member: string]: unknown;
}

/** The events of a `--json` run. */
export function parseEvents(stdout: string): RunEvent[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RunEvent); // printed by the program under test; asserted on below
}

/** What the `output` events carry, in order; a replacement starts anew. */
export function toOutput(events: readonly RunEvent[]): Buffer {
  let parts: Buffer[] = [];
  for (const { event, data, replace } of events) {
    if (event !== "output") continue;
    if (replace === true) parts = [];
    parts.push(Buffer.from(String(data), "base64"));
  }
  return Buffer.concat(parts);
}
