import type { McpServer } from "@termwire/acp/agent";
import type { Program } from "@termwire/terminal";

/** What a server's end is told with, on a line of its own of its output. */
const END = "[mcp server ended: ";

/**
 * Runs the program with its own stdout, and afterwards says how it ended and the last of what it printed on stderr. The two
 * must not be one stream: what a program logs would break the messages it is in the middle of.
 */
const SCRIPT = `{ { "$@"; echo "${END}$?]"; } 2>&1 >&3 3>&- | tail -c 4000 3>&-; } 3>&1`;

/** What to run for a server of the kind `stdio`. Where there is no POSIX shell its stderr comes along with its messages. */
export function toServerProgram(
  { command, args }: Pick<Extract<McpServer, { kind: "stdio" }>, "command" | "args">,
  hasPosixShell: boolean,
): Program {
  if (!hasPosixShell) return { kind: "file", file: command, args };
  return { kind: "file", file: "/bin/sh", args: ["-c", SCRIPT, "sh", command, ...args] };
}

/** The code with which a server ended; null for any other line. */
export function parseServerEnd(line: string): number | null {
  if (!line.startsWith(END) || !line.endsWith("]")) return null;
  const code = Number(line.slice(END.length, -1));
  return Number.isInteger(code) ? code : null;
}
