import { Option, type Command } from "commander";

/** Where commands can run. */
const EXECUTIONS = ["agent", "client"] as const;
type Execution = (typeof EXECUTIONS)[number];

/** What {@link addAgentCommand} needs. */
export interface AgentCommandOptions {
  readonly version: string;
  readonly setStatus: (status: number) => void;
}

/** Adds `termwire agent`. */
export function addAgentCommand(
  program: Command,
  { version, setStatus }: AgentCommandOptions,
): void {
  program
    .command("agent")
    .description("Serve the built-in agent over ACP on stdin and stdout, for an editor to start.")
    .addOption(
      new Option("--exec <where>", "who runs the commands: this agent, or the client by terminal/*")
        .choices(EXECUTIONS)
        .default("agent"),
    )
    .addHelpText(
      "after",
      "\nThe prompt is the command line to run. stdout carries the protocol only.",
    )
    .action(async ({ exec }: { readonly exec: Execution }) => {
      const { serveStdio } = await import("./serve-stdio.ts");
      setStatus(await serveStdio({ version, execution: exec }));
    });
}
