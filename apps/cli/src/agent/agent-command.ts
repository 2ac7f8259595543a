import type { Command } from "commander";
import type { WrittenAgentOptions } from "./agent-options.ts";

/** What {@link addAgentCommand} needs. */
export interface AgentCommandOptions {
  readonly version: string;
  readonly setStatus: (status: number) => void;
}

const HELP = `
With a key for one, a prompt goes to a model: termwire models. Without, or with --model shell, the prompt is
the command line to run: it is yours, and you are not asked about it. --mode is for the commands of a model.
stdout carries the protocol only.

  --sandbox  holds every command. off; workspace-write: only the session's directory can be written;
             read-only: nothing can. Where there is no sandbox, commands are refused: termwire doctor.
  --network  whether a sandbox has the network, that of --mode auto too.
  --mode     ask: before each command. auto: commands run in a sandbox without a question, and you are
             asked before one leaves it; without a sandbox as ask. full: no questions.

Prompts for the agent itself: /jobs, /kill JOB, /sandbox read-only|workspace|off, /model NAME, /export FILE.
MCP servers of your editor are used for a model, in the same sandbox as its commands; each call is asked about.

An editor that was not started from a shell has another PATH than you: --login-env asks your login shell
once, for at most five seconds, and says on stderr when that fails.

Sessions are kept in $XDG_STATE_HOME/termwire/sessions (~/.local/state; macOS: ~/Library/Application
Support; Windows: %LOCALAPPDATA%), readable by you alone, so that an editor can open them again.`;

/** Adds `termwire agent`. */
export function addAgentCommand(
  program: Command,
  { version, setStatus }: AgentCommandOptions,
): void {
  program
    .command("agent")
    .description("Serve the built-in agent over ACP on stdin and stdout, for an editor to start.")
    .option(
      "--exec <where>",
      "who runs the commands: agent, or client by terminal/* (default: agent)",
    )
    .option("--sandbox <mode>", "read-only, workspace-write or off (default: off)")
    .option("--network <state>", "on or off (default: off, in a sandbox)")
    .option("--mode <mode>", "permission for a model's commands: ask, auto or full (default: ask)")
    .option("--model <name>", "PROVIDER/MODEL, or shell (default: termwire models tells)")
    .option("--login-env", "commands start from the environment of your login shell")
    .option("--no-sessions", "keep nothing of the conversations")
    .addHelpText("after", HELP)
    .action(async (written: WrittenAgentOptions) => {
      const { resolveAgentOptions } = await import("./agent-options.ts");
      const options = resolveAgentOptions(written);
      const { serveStdio } = await import("./serve-stdio.ts");
      setStatus(await serveStdio({ version, ...options }));
    });
}
