import type { Program } from "@termwire/terminal";

/** Tells whether `command` is exactly the name or the path of an executable, seen from `cwd`. */
export type ExecutableLookup = (command: string, cwd: string) => Promise<boolean>;

/**
 * What `terminal/create` means by its command. With arguments it is a file and is never parsed. Without, agents
 * send a whole shell line as often as a program: an executable of exactly that name or path, blanks included, is
 * run directly; anything else is a line for the shell.
 */
export async function toProgram(
  {
    command,
    args,
    cwd,
  }: { readonly command: string; readonly args: readonly string[]; readonly cwd: string },
  isExecutable: ExecutableLookup,
): Promise<Program> {
  if (args.length > 0 || (await isExecutable(command, cwd))) {
    return { kind: "file", file: command, args };
  }
  return { kind: "shell", line: command };
}
