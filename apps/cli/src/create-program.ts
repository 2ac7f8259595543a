import { createRequire } from "node:module";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { CLIENT_CLAIMS, type ClientClaim } from "@termwire/acp/client";
import { EXIT } from "./exit-status.ts";
import { UsageError } from "./usage-error.ts";

/** The `termwire` command line. */
export interface Program {
  /**
   * Runs one command line and resolves with its exit status.
   *
   * @throws UsageError for arguments that make no sense.
   */
  run(args: readonly string[]): Promise<number>;
}

/** Creates the program; each command is loaded when it is called, so that none pays for the others. */
export function createProgram(): Program {
  return {
    async run(args) {
      let status: number = EXIT.ok;
      const program = createCommands((value) => {
        status = value;
      });
      try {
        await program.parseAsync([...args], { from: "user" });
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error;
        status = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      }
      return status;
    },
  };
}

function createCommands(setStatus: (status: number) => void): Command {
  const program = new Command("termwire")
    .description("Live terminal cards for any Agent Client Protocol agent, in any client.")
    .version(readVersion(), "-V, --version")
    .exitOverride()
    .showHelpAfterError("(termwire --help tells what there is)");
  addRun(program, setStatus);
  addAgent(program, setStatus);
  return program;
}

function addRun(program: Command, setStatus: (status: number) => void): void {
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
        .choices(CLIENT_CLAIMS)
        .default("all"),
    )
    .option("--json", "print one event per line as JSON")
    .addOption(new Option("--yes", "allow whatever the agent asks for").conflicts("deny"))
    .option("--deny", "refuse whatever the agent asks for")
    .option("--timeout <seconds>", "cancel the turn after this long", parseSeconds)
    .addHelpText(
      "after",
      `
Exit status: the last command's (128+n for signal n), ${EXIT.agentFailed} when the agent failed, ${EXIT.usage} for wrong usage.
Ctrl-C cancels the turn, a second one quits; nothing is left running either way.

Examples:
  termwire run 'npm test'
  termwire run --json 'seq 3' | jq .event
  termwire run --agent 'npx some-acp-agent' 'run the tests'`,
    )
    .action(async (prompt: string, options: RunArguments) => {
      const { runPrompt } = await import("./run/run-prompt.ts");
      setStatus(await runPrompt({ prompt, ...toRunOptions(options) }));
    });
}

function addAgent(program: Command, setStatus: (status: number) => void): void {
  program
    .command("agent")
    .description("Serve the built-in agent over ACP on stdin and stdout, for an editor to start.")
    .addHelpText(
      "after",
      "\nThe prompt is the command line to run. stdout carries the protocol only.",
    )
    .action(async () => {
      const { serveStdio } = await import("./agent/serve-stdio.ts");
      setStatus(await serveStdio(readVersion()));
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
}

function toRunOptions(options: RunArguments) {
  if (options.agent?.trim() === "") {
    throw new UsageError("--agent: expected a command, got nothing");
  }
  return {
    agentCommand: options.agent ?? null,
    cwd: options.cwd ?? process.cwd(),
    claim: options.as,
    json: options.json === true,
    permission: toPermission(options),
    timeoutMs: options.timeout === undefined ? null : options.timeout * 1000,
  } as const;
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

function readVersion(): string {
  const require = createRequire(import.meta.url);
  const manifest: unknown = require("../package.json");
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}
