import type { Command } from "commander";
import { EXIT } from "../exit-status.ts";
import { UsageError } from "../usage-error.ts";

/** Adds `termwire tap`. */
export function addTapCommand(program: Command, setStatus: (status: number) => void): void {
  program
    .command("tap")
    .description("Start an agent for the client on stdin and stdout, and record what they say.")
    .requiredOption("--out <file>", "where to record; only you can read it")
    .option("--force", "overwrite the file")
    .argument("<command...>", "the agent's program and its arguments, after --")
    .addHelpText(
      "after",
      `
Every byte passes as it is; the agent's stderr too. The recording holds one line per message:
  {"t": ms, "dir": "a2c" | "c2a", "msg": …}, "raw" or "raw64" in place of "msg" for what is none.
It holds whatever was said, secrets included.
Exit status: the agent's (128+n for signal n), ${EXIT.usage} for wrong usage, ${EXIT.cannotCreate} when the file cannot be made.

Examples:
  termwire tap --out traffic.ndjson -- npx some-acp-agent
  termwire run --agent 'termwire tap --out traffic.ndjson -- termwire agent' 'npm test'`,
    )
    .action(async (command: string[], options: { out: string; force?: boolean }) => {
      if (command[0] === "") throw new UsageError("tap: expected a program, got nothing");
      const { tapAgent } = await import("./tap-agent.ts");
      setStatus(await tapAgent({ out: options.out, overwrite: options.force === true, command }));
    });
}
