import type { ResolvedProgram } from "@termwire/terminal";

/** Exactly what the operating system is asked to run. */
export interface LaunchPlan {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows only: `args` are already quoted and joined by blanks as they are. */
  readonly verbatim: boolean;
}

/** Plans a program on a POSIX system: a file as it is, a line as the one argument of its shell. */
export function planPosixLaunch(program: ResolvedProgram): LaunchPlan {
  if (program.kind === "file") return { file: program.file, args: program.args, verbatim: false };
  // A line that begins with a sign would be read as the shell's own options.
  const end = /^[-+]/u.test(program.line) ? ["--"] : [];
  return { file: program.shell, args: ["-c", ...end, program.line], verbatim: false };
}
