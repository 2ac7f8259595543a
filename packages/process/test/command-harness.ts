import { tmpdir } from "node:os";
import type {
  CommandInput,
  CommandRequest,
  CommandRunner,
  Completion,
  Program,
  RunningCommand,
} from "@termwire/terminal";

/** How a test makes its runner. */
export type CreateRunner = () => CommandRunner;

/** What a command did, read after its completion and before its release. */
export interface Observed extends Completion {
  readonly text: string;
  readonly bytes: Buffer;
  readonly outputEnded: boolean;
}

/** A shell line as a program. */
export function shell(line: string): Program {
  return { kind: "shell", line };
}

/** A file and its arguments as a program. */
export function file(name: string, ...args: string[]): Program {
  return { kind: "file", file: name, args };
}

/** Starts a program in the temporary directory unless told otherwise. */
export function start(
  runner: CommandRunner,
  program: Program,
  more: Partial<CommandRequest> = {},
): Promise<RunningCommand> {
  return runner.start(runner.resolve({ program, cwd: tmpdir(), ...more }));
}

/** Runs a program to its completion, reads what it printed and releases it. */
export async function run(
  runner: CommandRunner,
  program: Program,
  more: Partial<CommandRequest> = {},
): Promise<Observed> {
  await using command = await start(runner, program, more);
  const completion = await command.completed;
  const bytes = readAll(command);
  return { ...completion, bytes, text: bytes.toString(), outputEnded: command.output.ended };
}

/** Everything a command's log holds. A terminal's line ends are made those that were printed. */
export function readAll(command: RunningCommand): Buffer {
  const bytes = Buffer.from(command.output.read(command.output.startOffset).bytes);
  if (command.spec.size === null) return bytes;
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** How many bytes a line end takes in a command's output. */
export function lineEndBytes(command: RunningCommand): number {
  return command.spec.size === null ? 1 : 2;
}

/** The same runner on a terminal, unless a request says otherwise. */
export function onTerminal(runner: CommandRunner, stdin: CommandInput = "null"): CommandRunner {
  const size = { cols: 80, rows: 24 };
  return {
    resolve: (request) => runner.resolve({ size, stdin, ...request }),
    start: (spec) => runner.start(spec),
  };
}

/** Waits until a command has printed a text. */
export async function printed(command: RunningCommand, text: string): Promise<void> {
  while (!readAll(command).includes(text)) {
    const more = await command.output.waitPast(command.output.endOffset);
    if (!more) throw new Error(`ended without printing ${JSON.stringify(text)}`);
  }
}
