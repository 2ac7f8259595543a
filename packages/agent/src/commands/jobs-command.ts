import { toFencedBlock } from "@termwire/acp/agent";
import { toVisibleText } from "@termwire/terminal";
import { describeJobState, readJobFacts, type Jobs } from "@termwire/tools";
import type { SlashCommand } from "./slash-command.ts";

/** Creates `/jobs`: what runs in the background of the session. */
export function createJobsCommand(jobs: Pick<Jobs, "list">): SlashCommand {
  return {
    name: "jobs",
    description: "List the background jobs of this session.",
    hint: null,
    async run(argument) {
      if (argument !== "") return `\`/jobs\` takes nothing after its name, got "${argument}".`;
      const lines = jobs.list().map((job) => {
        const facts = readJobFacts(job);
        return `${facts.id}  ${toVisibleText(facts.command)}  [${describeJobState(facts)}]`;
      });
      return lines.length === 0 ? "No background jobs." : toFencedBlock(lines.join("\n"), "text");
    },
  };
}
