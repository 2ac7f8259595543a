import type { CommandSpec } from "@termwire/terminal";
import { createNotStartedCommand } from "../command/not-started-command.ts";
import type { LocalCommand } from "../local-command.ts";
import { checkProgram } from "../start/check-program.ts";
import { checkWorkingDirectory } from "../start/check-working-directory.ts";
import { planPosixLaunch } from "../start/launch-plan.ts";
import { readInterpreter } from "../start/read-interpreter.ts";
import { toStartFailure } from "../start/start-failure.ts";
import type { SandboxBackend } from "./probe-sandbox.ts";
import { renderSeatbeltProfile } from "./render-seatbelt-profile.ts";
import { readSandboxFacts } from "./sandbox-facts.ts";
import { createSandboxedCommand } from "./sandboxed-command.ts";
import type { SandboxSetting } from "./start-in-bubblewrap.ts";

/**
 * Starts a command in Seatbelt. `sandbox-exec` becomes the program, so its ending is the program's; that a program
 * cannot be executed is found out before, since `sandbox-exec` would report it as its own failure.
 */
export async function startInSeatbelt(
  spec: CommandSpec,
  { inner, policy, backend }: SandboxSetting<SandboxBackend & { readonly kind: "seatbelt" }>,
): Promise<LocalCommand> {
  await checkWorkingDirectory(spec.cwd);
  const { file, args } = planPosixLaunch(spec.program);
  const path = spec.env["PATH"] ?? process.env["PATH"] ?? "";
  try {
    checkProgram(file, spec.cwd, path);
  } catch (error) {
    const interpreter = readInterpreter(file, spec.cwd, path);
    return createNotStartedCommand(spec, toStartFailure(error, spec.program, interpreter));
  }
  const profile = renderSeatbeltProfile(policy, readSandboxFacts(policy, spec.cwd));
  const wrapped = ["-p", profile, file, ...args];
  const command = await inner.start({
    ...spec,
    program: { kind: "file", file: backend.file, args: wrapped },
  });
  return createSandboxedCommand({ spec, policy, inner: command, toExit: (outer) => outer });
}
