import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { serveAgent } from "@termwire/acp/agent";
import { EXIT } from "../exit-status.ts";
import type { AgentOptions } from "./agent-options.ts";
import { createLazyHarness } from "./create-lazy-harness.ts";
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
  const { version, execution, sessions } = options;
  const { input, output } = readProtocolStreams();
  const info = { name: "termwire", title: "Termwire", version };
  const harness = createLazyHarness({
    info,
    hasStore: sessions,
    usesMcpServers: true,
    async acceptsImages() {
      const { hasImageModel } = await import("../models/has-image-model.ts");
      return hasImageModel(process.env, options.model);
    },
    async load() {
      const { composeHarness } = await import("./compose-harness.ts");
      return composeHarness(info, options);
    },
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
