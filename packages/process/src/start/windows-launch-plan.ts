import { win32 } from "node:path";
import type { ResolvedProgram } from "@termwire/terminal";
import {
  findWindowsProgram,
  readWindowsVariable,
  type WindowsMachine,
} from "./find-windows-program.ts";
import { lineArguments, type LaunchPlan } from "./launch-plan.ts";
import { escapeMeta, quoteForBatch } from "./quote-for-batch.ts";
import { planWslLine } from "./wsl.ts";

/**
 * Plans a program on Windows. A line goes to the command interpreter as it is; a name is looked up with `PATHEXT`,
 * and a batch file, which only the interpreter can run, gets its arguments quoted so that they arrive unchanged.
 *
 * @throws Error with code `EINVAL` for an argument no batch file can be given.
 */
export function planWindowsLaunch(program: ResolvedProgram, machine: WindowsMachine): LaunchPlan {
  if (program.kind === "shell") return planWindowsLine(program.line, program.shell);
  const file = findWindowsProgram(program.file, machine) ?? program.file;
  if (!/\.(?:bat|cmd)$/iu.test(file)) {
    return { file, args: program.args, verbatim: false, ownSession: false };
  }
  const words = [escapeMeta(file), ...program.args.map(quoteForBatch)].join(" ");
  return {
    file: readWindowsVariable(machine.env, "ComSpec") ?? "cmd.exe",
    args: ["/d", "/s", "/c", `"${words}"`],
    verbatim: true,
    ownSession: false,
  };
}

function planWindowsLine(line: string, shell: string): LaunchPlan {
  switch (
    win32
      .basename(shell)
      .toLowerCase()
      .replace(/\.exe$/u, "")
  ) {
    case "cmd":
      return {
        file: shell,
        args: ["/d", "/s", "/c", `"${line}"`],
        verbatim: true,
        ownSession: false,
      };
    case "wsl":
      return { file: shell, args: planWslLine(line), verbatim: false, ownSession: false };
    case "pwsh":
    case "powershell":
      return {
        file: shell,
        args: ["-NoProfile", "-NonInteractive", "-Command", line],
        verbatim: false,
        ownSession: false,
      };
    default:
      return { file: shell, args: lineArguments(line), verbatim: false, ownSession: false };
  }
}
