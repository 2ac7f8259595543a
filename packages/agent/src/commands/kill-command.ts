import { toVisibleText } from "@termwire/terminal";
import { describeJobState, readJobFacts, ToolError, type Job, type Jobs } from "@termwire/tools";
import type { SlashCommand } from "./slash-command.ts";

/** Creates `/kill`: ends a background job and all it started. */
export function createKillCommand(jobs: Pick<Jobs, "list" | "resolve">): SlashCommand {
  return {
    name: "kill",
    description: "End a background job and everything it started.",
    hint: "JOB",
    async run(argument) {
      if (argument === "") return `\`/kill\` needs the name of a job. ${describeRunning(jobs)}`;
      const job = find(jobs, argument);
      if (job === null) return `There is no job "${argument}". ${describeRunning(jobs)}`;
      if (job.state === "ended") return `${job.id} had ended already: ${describe(job)}.`;
      await job.stop();
      return `${job.id}: ${describe(job)}.`;
    },
  };
}

function find(jobs: Pick<Jobs, "resolve">, id: string): Job | null {
  try {
    return jobs.resolve(id);
  } catch (error) {
    if (ToolError.is(error)) return null;
    throw error;
  }
}

function describe(job: Job): string {
  return describeJobState(readJobFacts(job));
}

function describeRunning(jobs: Pick<Jobs, "list">): string {
  const running = jobs.list().filter(({ state }) => state !== "ended");
  if (running.length === 0) return "None is running.";
  const names = running.map((job) => `${job.id} (${toVisibleText(readJobFacts(job).command)})`);
  return `Running: ${names.join(", ")}.`;
}
