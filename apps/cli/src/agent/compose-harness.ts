import { dirname } from "node:path";
import type { AgentHarness } from "@termwire/acp/agent";
import { createHarness } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { checkWorkingDirectory, createProcessIdentities } from "@termwire/process";
import { loadCatalog } from "../models/load-catalog.ts";
import type { AgentOptions } from "./agent-options.ts";
import { createExportTarget } from "./create-export-target.ts";
import { createModels } from "./create-models.ts";
import { createRunners } from "./create-runners.ts";
import { createSessionTools } from "./create-session-tools.ts";
import { createSystemPrompt } from "./create-system-prompt.ts";

/** Puts the built-in agent together: its models, tools, runners and sessions. */
export async function composeHarness(
  info: AgentHarness["info"],
  options: AgentOptions,
): Promise<AgentHarness> {
  const { execution, mode, sessions } = options;
  const { catalog, file } = await loadCatalog(process.env, options.model);
  const { secretVariables } = catalog;
  const runners = createRunners(options, { secretVariables, secretPaths: [dirname(file.path)] });
  const isAtClient = execution === "client";
  return createHarness({
    info,
    model: createModels({ catalog }),
    createSystemPrompt: (request) => createSystemPrompt(request, runners.runner(request.cwd)),
    tools: (session) => createSessionTools(session, { isAtClient }),
    ...runners,
    // Servers run here, also where commands run at the client, and in the same sandbox.
    mcp: { createRunner: runners.runner, hasPosixShell: process.platform !== "win32" },
    permissionMode: mode,
    createExportTarget,
    archive: sessions ? createFileArchive({ processes: createProcessIdentities() }) : null,
    checkDirectory: checkWorkingDirectory,
  });
}
