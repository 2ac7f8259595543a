import { fileURLToPath } from "node:url";
import { quoteArgv } from "@termwire/terminal";
import type { AgentChoice } from "./agent-choice.ts";
import type { AgentServer } from "./parse-agent-servers.ts";

/** Where agents to choose from come from. */
export interface ChoiceSources {
  /** `--agent`: a line of the shell; null when there was none. */
  readonly commandLine: string | null;
  /** Of the configuration file. */
  readonly servers: readonly AgentServer[];
}

/** The choices, the default one first: what `--agent` says, else the built-in agent; then those of the configuration. */
export function listChoices({
  commandLine,
  servers,
}: ChoiceSources): readonly [AgentChoice, ...AgentChoice[]] {
  const configured = servers.map(toConfigured);
  return commandLine === null
    ? [BUILT_IN, ...configured]
    : [toCommandLine(commandLine), BUILT_IN, ...configured];
}

const BIN = fileURLToPath(new URL("../../../bin/termwire.js", import.meta.url));

const BUILT_IN: AgentChoice = {
  id: "termwire",
  name: "Termwire",
  command: [process.execPath, BIN, "agent"],
  commandText: "termwire agent",
  env: {},
};

/** The shell goes when the agent does; where it can, it becomes the agent. */
function toCommandLine(line: string): AgentChoice {
  const command: AgentChoice["command"] =
    process.platform === "win32" ? ["cmd.exe", "/d", "/s", "/c", line] : ["/bin/sh", "-c", line];
  return { id: "command", name: line, command, commandText: line, env: {} };
}

/** Their ids cannot be those of the others. */
function toConfigured({ name, command, args, env }: AgentServer): AgentChoice {
  const argv = [command, ...args] as const;
  return { id: `config:${name}`, name, command: argv, commandText: quoteArgv(argv), env };
}
