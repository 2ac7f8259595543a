import { findInstructions, renderSystemPrompt, type SystemPromptRequest } from "@termwire/agent";
import { createLocalFiles } from "@termwire/process";
import type { CommandRunner } from "@termwire/terminal";

/** Tells a model where it works. What is in a client's environment is not looked at from here. */
export async function createSystemPrompt(
  { cwd, tools, isAtClient }: SystemPromptRequest,
  runner: CommandRunner,
): Promise<string> {
  const files = createLocalFiles();
  return renderSystemPrompt({
    cwd,
    platform: process.platform,
    shell: isAtClient ? null : findShell(runner, cwd),
    date: new Date().toISOString().slice(0, 10),
    tools,
    instructions: isAtClient
      ? null
      : await findInstructions(cwd, (path, limitBytes) => files.readStart(path, limitBytes)),
  });
}

function findShell(runner: CommandRunner, cwd: string): string | null {
  const { program } = runner.resolve({ program: { kind: "shell", line: "true" }, cwd });
  return program.kind === "shell" ? program.shell : null;
}
