import { tmpdir } from "node:os";
import type {
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

/** Everything a command's log holds. */
export function readAll(command: RunningCommand): Buffer {
  return Buffer.from(command.output.read(command.output.startOffset).bytes);
}

/** Waits until a command has printed a text. */
export async function printed(command: RunningCommand, text: string): Promise<void> {
  while (!readAll(command).includes(text)) {
    const more = await command.output.waitPast(command.output.endOffset);
    if (!more) throw new Error(`ended without printing ${JSON.stringify(text)}`);
  }
}
