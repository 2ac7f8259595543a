import { InvalidArgumentError, type Command } from "commander";
import { EXIT } from "../exit-status.ts";
import { UsageError } from "../usage-error.ts";

/** What {@link addWebCommand} needs. */
export interface WebCommandOptions {
  readonly version: string;
  readonly setStatus: (status: number) => void;
}

/** What commander hands over. */
interface WebArguments {
  readonly agent?: string;
  readonly cwd?: string;
  readonly port: number;
  readonly open: boolean;
}

const HELP = `
Prints the address of the page and opens it. Only this machine can reach it, and only with the token in the address.
Ctrl-C ends the page's server, its agents and everything they run.

Agents to choose from: the built-in one, --agent, and those of the configuration file, as editors list them:
  { "agent_servers": { "NAME": { "command": "npx", "args": ["some-acp-agent"], "env": {} } } }
in $XDG_CONFIG_HOME/termwire/config.json (~/.config; Windows: %APPDATA%). With variables in env, it must be yours alone: chmod 600.

Exit status: ${EXIT.interrupted} after Ctrl-C, ${EXIT.failure} when the port is taken, ${EXIT.usage} for wrong usage.

Examples:
  termwire web
  termwire web --cwd ~/project --agent 'npx some-acp-agent'
  termwire web --port 8000 --no-open`;

/** Adds `termwire web`, which is also what `termwire` does when nothing else is said. */
export function addWebCommand(program: Command, { version, setStatus }: WebCommandOptions): void {
  program
    .command("web")
    .description(
      "Serve the page: any agent in the browser, every command a live card (the default).",
    )
    .option("--agent <command>", "command that starts an ACP agent on stdio (default: built-in)")
    .option("--cwd <dir>", "absolute directory offered for new sessions (default: the current one)")
    .option("--port <n>", "port to listen on (default: any that is free)", parsePort, 0)
    .option("--no-open", "do not open a browser")
    .addHelpText("after", HELP)
    .action(async ({ agent, cwd, port, open }: WebArguments) => {
      if (agent?.trim() === "") throw new UsageError("--agent: expected a command, got nothing");
      const { serveWeb } = await import("./serve-web.ts");
      setStatus(
        await serveWeb({
          version,
          agentCommand: agent ?? null,
          cwd: cwd ?? process.cwd(),
          port,
          open,
        }),
      );
    });
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/u.test(value) || port > 65_535) {
    throw new InvalidArgumentError(`Expected a number from 0 to 65535, got "${value}".`);
  }
  return port;
}
