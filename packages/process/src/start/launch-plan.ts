import type { ResolvedProgram } from "@termwire/terminal";

/** Exactly what the operating system is asked to run. */
export interface LaunchPlan {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows only: `args` are already quoted, and joined by blanks as they are. */
  readonly verbatim: boolean;
  /** A session and a process group of its own. Not on Windows, where it would open a console window. */
  readonly ownSession: boolean;
}

/** Where a program is started. */
export interface LaunchSetting {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Plans a program on a POSIX system: a file as it is, a line as the one argument of its shell. */
export function planPosixLaunch(program: ResolvedProgram): LaunchPlan {
  if (program.kind === "file") {
    return { file: program.file, args: program.args, verbatim: false, ownSession: true };
  }
  const args = lineArguments(program.line);
  return { file: program.shell, args, verbatim: false, ownSession: true };
}

/** How POSIX shells take a line. One that begins with a sign would be read as the shell's own options. */
export function lineArguments(line: string): string[] {
  return /^[-+]/u.test(line) ? ["-c", "--", line] : ["-c", line];
}
