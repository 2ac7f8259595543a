import { createUpdatePlanTool, type SessionTools, type ToolSession } from "@termwire/agent";
import { createLocalFiles } from "@termwire/process";
import {
  createFileTools,
  createJobs,
  createShellTools,
  createToolRegistry,
  type FileAccess,
  type Tool,
  type ToolRegistry,
} from "@termwire/tools";

/** Where a session works. */
export interface SessionToolsOptions {
  /** Commands run in the client's environment: its files cannot be reached from here but through it. */
  readonly isAtClient: boolean;
}

/**
 * Creates the tools of one session: `bash` and its jobs, and for a model those for files. A command that a person
 * typed is their own, so it has no time limit and always looks like a terminal.
 */
export function createSessionTools(
  session: ToolSession,
  { isAtClient }: SessionToolsOptions,
): SessionTools {
  const jobs = createJobs();
  const typed = createShellTools({ jobs, defaultTimeoutMs: null, classify: false });
  jobs.onFinished(session.notifyChange);
  return {
    registry: register([
      ...createShellTools({ jobs }),
      ...listFileTools(session, isAtClient),
      createUpdatePlanTool(),
    ]),
    personRegistry: register(typed),
    hasNews: () => jobs.hasNews,
    jobs,
    takeNotices: () => jobs.takeNotices().map(({ text }) => text),
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
}

/** What the client offers goes through it, so that unsaved buffers are seen; the rest is this disk's. */
function listFileTools({ clientFiles = {} }: ToolSession, isAtClient: boolean): readonly Tool[] {
  const disk = createLocalFiles();
  const { read, write } = clientFiles;
  if (isAtClient) {
    return read && write ? createFileTools({ files: { read, write } }) : [];
  }
  const files: FileAccess = { ...disk, ...clientFiles };
  return createFileTools({ files, tree: disk });
}

function register(tools: readonly Tool[]): ToolRegistry {
  const registry = createToolRegistry();
  for (const tool of tools) registry.register(tool);
  return registry;
}
