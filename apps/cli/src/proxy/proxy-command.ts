import { Option, type Command } from "commander";
import { EXIT } from "../exit-status.ts";
import { UsageError } from "../usage-error.ts";

/** What is done with commands an agent has its client run. */
const PERMISSIONS = ["allow", "ask", "deny"] as const;

/** What commander hands over. */
interface ProxyArguments {
  readonly permission: (typeof PERMISSIONS)[number];
  readonly terminals: boolean;
  readonly passTerminals?: boolean;
  readonly explain?: boolean;
}

/** Adds `termwire proxy`. */
export function addProxyCommand(program: Command, setStatus: (status: number) => void): void {
  program
    .command("proxy")
    .description("Start an agent for the client on stdin and stdout, and translate its terminals.")
    .addOption(
      new Option("--permission <how>", "commands the agent has run here (terminal/*)")
        .choices(PERMISSIONS)
        .default("allow"),
    )
    .option("--no-terminals", "run no commands for the agent")
    .option("--pass-terminals", "leave terminal/* to a client that offers it")
    .option("--explain", "say on stderr what was told differently")
    .argument("<command...>", "the agent's program and its arguments, after --")
    .addHelpText(
      "after",
      `
The agent is offered every way to show a terminal; the client gets what it says it can show: terminals of version 2, by
_meta, or text. Client and agent may speak different versions of the protocol; what one cannot say is left out, and said
under --explain. Everything else passes as it is.
Exit status: the agent's (128+n for signal n), ${EXIT.usage} for wrong usage.

Examples:
  termwire proxy -- npx some-acp-agent
  termwire run --as text --agent 'termwire proxy --explain -- npx some-acp-agent' 'run the tests'`,
    )
    .action(async (command: string[], options: ProxyArguments) => {
      if (command[0] === "") throw new UsageError("proxy: expected a program, got nothing");
      const { proxyAgent } = await import("./proxy-agent.ts");
      setStatus(
        await proxyAgent({
          command,
          permission: options.permission,
          terminals: options.terminals,
          passTerminals: options.passTerminals === true,
          explain: options.explain === true,
        }),
      );
    });
}
