import type { SessionTools, ToolSession } from "@termwire/agent";
import { createLocalFiles } from "@termwire/process";
import {
  createFileTools,
  createJobs,
  createShellTools,
  createToolRegistry,
  type Tool,
  type ToolRegistry,
} from "@termwire/tools";

/** Where a session's files are. */
export interface SessionToolsOptions {
  /** False where commands run in the client's environment: its files cannot be reached from here. */
  readonly hasFiles: boolean;
}

/**
 * Creates the tools of one session: `bash` and its jobs, and for a model those for files. A command that a person
 * typed is their own, so it has no time limit and always looks like a terminal.
 */
export function createSessionTools(
  { notifyChange }: ToolSession,
  { hasFiles }: SessionToolsOptions,
): SessionTools {
  const jobs = createJobs();
  const disk = createLocalFiles();
  const files = hasFiles ? createFileTools({ files: disk, tree: disk }) : [];
  const typed = createShellTools({ jobs, defaultTimeoutMs: null, classify: false });
  jobs.onFinished(notifyChange);
  return {
    registry: register([...createShellTools({ jobs }), ...files]),
    personRegistry: register(typed),
    takeNotices: () => jobs.takeNotices().map(({ text }) => text),
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
}

function register(tools: readonly Tool[]): ToolRegistry {
  const registry = createToolRegistry();
  for (const tool of tools) registry.register(tool);
  return registry;
}
