import { homedir } from "node:os";
import { toVisibleText } from "@termwire/terminal";
import { EXIT } from "../exit-status.ts";
import { findConfigPath } from "../models/find-config-path.ts";
import { readConfigFile } from "../models/read-config-file.ts";
import { checkDirectory } from "../run/check-directory.ts";
import { listChoices } from "./agents/list-choices.ts";
import { parseAgentServers, type AgentServer } from "./agents/parse-agent-servers.ts";
import { findPageFolder } from "./find-page-folder.ts";
import { readPageFiles } from "./http/page-files.ts";
import { openBrowser } from "./open-browser.ts";
import { createPlaceholderPage } from "./placeholder-page.ts";
import { startWebServer, type WebServer } from "./start-web-server.ts";

/** Everything `termwire web` was told, with defaults decided. */
export interface WebOptions {
  readonly version: string;
  /** A line of the shell that starts the agent; null for the built-in one. */
  readonly agentCommand: string | null;
  /** Absolute. */
  readonly cwd: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly open: boolean;
}

/**
 * Serves the page until a signal comes. Resolves with the exit status when nothing is left running.
 *
 * @throws UsageError for a directory that commands cannot run in.
 */
export async function serveWeb(options: WebOptions): Promise<number> {
  await checkDirectory(options.cwd);
  const stopped = untilStopped();
  // Whoever read us is gone; the page is not.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const server = await start(options);
  if (server === null) return EXIT.failure;
  process.stdout.write(`${server.url}\n`);
  if (options.open) openBrowser(server.createOnceUrl());
  const status = await stopped;
  await server.stop();
  return status;
}

async function start({ version, agentCommand, cwd, port }: WebOptions): Promise<WebServer | null> {
  const choices = listChoices({ commandLine: agentCommand, servers: await readServers() });
  const built = await readPageFiles(findPageFolder());
  const files = built.has("/") ? built : createPlaceholderPage();
  const clientInfo = { name: "termwire-web", title: "Termwire", version };
  try {
    return await startWebServer({ port, cwd, choices, files, clientInfo });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // what the system rejects with
    const isBusy = code === "EADDRINUSE";
    const words = isBusy
      ? `port ${port} is taken by another program; --port 0 takes any that is free`
      : `cannot listen on port ${port}: ${message}`;
    process.stderr.write(`termwire: ${words}\n`);
    return null;
  }
}

/** Those of the configuration file; what is wrong with it is said, and no reason not to start. */
async function readServers(): Promise<readonly AgentServer[]> {
  const { env, platform } = process;
  const path = findConfigPath({ env, home: homedir(), platform });
  const { agentServers, problem } = await readConfigFile(path, platform);
  const { servers, problems } = parseAgentServers(agentServers);
  const told = [
    ...(problem === null ? [] : [problem]),
    ...problems.map((each) => `${path}: ${each}`),
  ];
  for (const each of told) process.stderr.write(`termwire: ${toVisibleText(each)}\n`);
  return servers;
}

/** A second signal does what it does by itself. */
function untilStopped(): Promise<number> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve(EXIT.interrupted));
    process.once("SIGTERM", () => resolve(EXIT.terminated));
    process.once("SIGHUP", () => resolve(EXIT.terminated));
  });
}
