import { parseSandboxLevel, type SandboxLevel } from "../sandbox/sandbox-level.ts";
import type { SandboxSwitch } from "../sandbox/sandbox-switch.ts";
import type { SlashCommand } from "./slash-command.ts";

const MEANINGS: Readonly<Record<SandboxLevel, string>> = {
  off: "Commands run without a sandbox.",
  "workspace-write": "Commands run in a sandbox that can write to the session's directory only.",
  "read-only": "Commands run in a sandbox that can write nothing.",
};

/** Creates `/sandbox`: what holds all commands of the session. `onChanged` is called with what holds them from now on. */
export function createSandboxCommand(
  sandbox: Pick<SandboxSwitch, "level" | "change">,
  onChanged: (level: SandboxLevel) => Promise<void>,
): SlashCommand {
  return {
    name: "sandbox",
    description: "Hold all commands of this session in a sandbox, or none.",
    hint: "read-only | workspace | off",
    async run(argument) {
      if (argument === "") return MEANINGS[sandbox.level];
      const level = parseSandboxLevel(argument);
      if (level === null) return `Expected read-only, workspace or off, got "${argument}".`;
      if (level === sandbox.level) return `${MEANINGS[level]} That was so already.`;
      const problem = await sandbox.change(level);
      if (problem !== null) return `There is no sandbox here: ${problem}`;
      await onChanged(level);
      return `${MEANINGS[level]} What was started before stays as it is.`;
    },
  };
}
