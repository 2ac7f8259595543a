import { InvalidArgumentError, Option, type Command } from "commander";
import type { ClientClaim } from "@termwire/acp/client";
import { EXIT } from "../exit-status.ts";
import { UsageError } from "../usage-error.ts";
import type { RunOptions } from "./run-options.ts";

/** Every claim there is, says the compiler. Not imported, because each command would load a whole client for it. */
const CLAIMS: Readonly<Record<ClientClaim, true>> = {
  all: true,
  zed: true,
  meta: true,
  delta: true,
  text: true,
  client: true,
  v2: true,
};

/** Adds `termwire run`. */
export function addRunCommand(program: Command, setStatus: (status: number) => void): void {
  program
    .command("run")
    .description("Send one prompt to an agent and show every command it runs as a live card.")
    .argument("<prompt>", "the prompt; for the built-in agent it is the command line to run")
    .option(
      "--agent <command>",
      "command that starts an ACP agent on stdio (default: the built-in one)",
    )
    .option("--cwd <dir>", "absolute directory of the session (default: the current one)")
    .addOption(
      new Option("--as <client>", "what this client claims to support")
        .choices(Object.keys(CLAIMS))
        .default("all"),
    )
    .option("--json", "print one event per line as JSON")
    .addOption(new Option("--yes", "allow whatever the agent asks for").conflicts("deny"))
    .option("--deny", "refuse whatever the agent asks for")
    .option("--no-terminals", "do not run commands for the agent here (terminal/*)")
    .option("--timeout <seconds>", "cancel the turn when it takes longer", parseSeconds)
    .addHelpText(
      "after",
      `
Exit status: the last command's (128+n for signal n), ${EXIT.agentFailed} when the agent failed, ${EXIT.usage} for wrong usage.
Ctrl-C cancels the turn, a second one quits; nothing is left running either way.
Commands an agent runs through this client start without being asked about: agents ask before they do. --deny refuses them.

Examples:
  termwire run 'npm test'
  termwire run --json 'seq 3' | jq .event
  termwire run --agent 'npx some-acp-agent' 'run the tests'`,
    )
    .action(async (prompt: string, options: RunArguments) => {
      const { runPrompt } = await import("./run-prompt.ts");
      setStatus(await runPrompt({ prompt, ...toRunOptions(options) }));
    });
}

/** What commander hands over for `run`. */
interface RunArguments {
  readonly agent?: string;
  readonly cwd?: string;
  readonly as: ClientClaim;
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly deny?: boolean;
  readonly timeout?: number;
  readonly terminals: boolean;
}

function toRunOptions(options: RunArguments): Omit<RunOptions, "prompt"> {
  if (options.agent?.trim() === "") {
    throw new UsageError("--agent: expected a command, got nothing");
  }
  return {
    agentCommand: options.agent ?? null,
    cwd: options.cwd ?? process.cwd(),
    claim: options.as,
    json: options.json === true,
    terminals: options.terminals,
    permission: toPermission(options),
    timeoutMs: options.timeout === undefined ? null : options.timeout * 1000,
  };
}

function toPermission({ yes, deny }: RunArguments): "allow" | "deny" | "ask" {
  if (yes === true) return "allow";
  return deny === true ? "deny" : "ask";
}

function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (!(seconds > 0) || !Number.isFinite(seconds)) {
    throw new InvalidArgumentError(`Expected a number of seconds above 0, got "${value}".`);
  }
  return seconds;
}
