import { createUpdatePlanTool, type SessionTools, type ToolSession } from "@termwire/agent";
import { createJobs, createShellTools, createToolRegistry } from "@termwire/tools";

/** The tools of one session with its jobs, as the command composes them. */
export function createSessionTools({ notifyChange }: ToolSession): SessionTools {
  const jobs = createJobs();
  const registry = createToolRegistry();
  for (const tool of [...createShellTools({ jobs }), createUpdatePlanTool()]) {
    registry.register(tool);
  }
  jobs.onFinished(notifyChange);
  return {
    registry,
    hasNews: () => jobs.hasNews,
    jobs,
    takeNotices: () => jobs.takeNotices().map(({ text }) => text),
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
}
