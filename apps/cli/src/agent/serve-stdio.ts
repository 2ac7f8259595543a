import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { serveAgent } from "@termwire/acp/agent";
import { createHarness, createShellModel } from "@termwire/agent";
import { checkWorkingDirectory, createLocalRunner } from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";
import { EXIT } from "../exit-status.ts";
import { readProtocolStreams } from "./protocol-streams.ts";

/** How the agent is served. */
export interface ServeOptions {
  readonly version: string;
  /** Who runs the commands. */
  readonly execution: "agent" | "client";
}

/**
 * Serves the built-in agent on stdin and stdout until the client closes its end or a signal asks to stop.
 * Resolves with the exit status once nothing that was started is left.
 */
export async function serveStdio({ version, execution }: ServeOptions): Promise<number> {
  const { input, output } = readProtocolStreams();
  const tools = createToolRegistry();
  tools.register(createBashTool({ defaultTimeoutMs: null })); // the command is the person's own
  const harness = createHarness({
    info: { name: "termwire", title: "Termwire", version },
    model: createShellModel(),
    tools,
    runner: createLocalRunner(),
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
