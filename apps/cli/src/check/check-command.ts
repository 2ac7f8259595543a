import type { Command } from "commander";
import { EXIT } from "../exit-status.ts";
import { UsageError } from "../usage-error.ts";

/** What commander hands over. */
interface CheckArguments {
  readonly json?: boolean;
  readonly agent?: string;
  readonly prompt: string;
  readonly client?: boolean;
}

const PROMPT = "Run the shell command: echo out; echo err >&2; exit 3";

/** Adds `termwire check`. */
export function addCheckCommand(program: Command, setStatus: (status: number) => void): void {
  program
    .command("check")
    .description("Judge how an agent or a client speaks of terminals, requirement by requirement.")
    .argument("[files...]", 'recordings of `termwire tap`, "-" for stdin')
    .option(
      "--agent <command>",
      "start this agent, prompt it as every kind of client, and judge it",
    )
    .option("--prompt <text>", "what it is asked to do", PROMPT)
    .option("--client", "be an agent on stdin and stdout that tries the client that started it")
    .option("--json", "print one finding per line as JSON")
    .addHelpText(
      "after",
      `
Every requirement is on the page docs/requirements.md. What an agent asks --agent to allow is allowed.
Exit status: 0, ${EXIT.failure} when something that must be is not, ${EXIT.usage} for wrong usage, ${EXIT.noInput} when a file cannot be read,
${EXIT.agentFailed} when the agent failed.

Examples:
  termwire tap --out traffic.ndjson -- npx some-acp-agent
  termwire check traffic.ndjson
  termwire check --agent 'npx some-acp-agent' --prompt 'Run the tests'`,
    )
    .action(async (files: string[], options: CheckArguments) => {
      setStatus(await run(files, options));
    });
}

async function run(files: readonly string[], options: CheckArguments): Promise<number> {
  const json = options.json === true;
  const asked = [files.length > 0, options.agent !== undefined, options.client === true];
  if (asked.filter(Boolean).length !== 1) {
    throw new UsageError("check: expected recordings, --agent or --client, one of them");
  }
  if (options.client === true) {
    const { checkClient } = await import("./check-client.ts");
    return checkClient();
  }
  if (options.agent !== undefined) {
    if (options.agent.trim() === "") {
      throw new UsageError("--agent: expected a command, got nothing");
    }
    const { checkAgent } = await import("./check-agent.ts");
    return checkAgent({ command: options.agent, prompt: options.prompt, json });
  }
  const { checkFiles } = await import("./check-files.ts");
  return checkFiles(files, json);
}
