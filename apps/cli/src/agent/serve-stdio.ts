import { dirname } from "node:path";
import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { serveAgent } from "@termwire/acp/agent";
import { createHarness } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { checkWorkingDirectory } from "@termwire/process";
import { EXIT } from "../exit-status.ts";
import { loadCatalog } from "../models/load-catalog.ts";
import type { AgentOptions } from "./agent-options.ts";
import { createModels } from "./create-models.ts";
import { createRunners } from "./create-runners.ts";
import { createSessionTools } from "./create-session-tools.ts";
import { createSystemPrompt } from "./create-system-prompt.ts";
import { readProtocolStreams } from "./protocol-streams.ts";

/** How the agent is served. */
export interface ServeOptions extends AgentOptions {
  readonly version: string;
}

/**
 * Serves the built-in agent on stdin and stdout until the client closes its end or a signal asks to stop.
 * Resolves with the exit status once nothing that was started is left.
 */
export async function serveStdio(options: ServeOptions): Promise<number> {
  const { version, execution, mode, sessions } = options;
  const { input, output } = readProtocolStreams();
  const { catalog, file } = await loadCatalog(process.env, options.model);
  const { secretVariables } = catalog;
  const runners = createRunners(options, { secretVariables, secretPaths: [dirname(file.path)] });
  const hasFiles = execution === "agent";
  const harness = createHarness({
    info: { name: "termwire", title: "Termwire", version },
    model: createModels({ catalog }),
    createSystemPrompt: (request) => createSystemPrompt(request, runners.runner(request.cwd)),
    tools: (session) => createSessionTools(session, { hasFiles }),
    ...runners,
    permissionMode: mode,
    archive: sessions ? createFileArchive() : null,
    checkDirectory: checkWorkingDirectory,
  });
  await using served = serveAgent(harness, { execution });
  const stopped = untilStopSignal();
  const connection = served.connect(
    ndJsonStream(Writable.toWeb(output), Readable.toWeb(input) as ReadableStream<Uint8Array>), // Node's own web stream type
  );
  const status = await Promise.race([connection.closed.then(() => EXIT.ok), stopped]);
  await served.dispose();
  connection.close();
  input.destroy();
  return status;
}

function untilStopSignal(): Promise<number> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve(EXIT.terminated));
    process.once("SIGHUP", () => resolve(EXIT.terminated));
    process.once("SIGINT", () => resolve(EXIT.interrupted));
  });
}
