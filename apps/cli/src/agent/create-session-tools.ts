import type { SessionTools, ToolSession } from "@termwire/agent";
import { createJobs, createShellTools, createToolRegistry } from "@termwire/tools";

/**
 * Creates the tools of one session: `bash` and its jobs. The command is the person's own, so it has no time limit and
 * always looks like a terminal.
 */
export function createSessionTools({ notifyChange }: ToolSession): SessionTools {
  const jobs = createJobs();
  const registry = createToolRegistry();
  const tools = createShellTools({ jobs, defaultTimeoutMs: null, classify: false });
  for (const tool of tools) registry.register(tool);
  jobs.onFinished(notifyChange);
  return {
    registry,
    takeNotices: () => jobs.takeNotices().map(({ text }) => text),
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
}
