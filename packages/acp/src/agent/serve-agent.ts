import type { AgentApp } from "@agentclientprotocol/sdk";
import type { AgentHarness } from "./harness.ts";
import { serveV1 } from "./v1/serve-v1.ts";

/** Options of {@link serveAgent}. */
export interface ServeAgentOptions {
  /** Who runs commands: this agent, or the client by its `terminal/*`. Absent: this agent. */
  readonly execution?: "agent" | "client";
}

/** A harness on one connection. */
export interface ServedAgent extends AsyncDisposable {
  /** The SDK's app of ACP v1: `connect` it to one stream or client app. */
  readonly app: AgentApp;
  /** Closes every session; resolves when nothing they started is left. Also done when the connection closes. */
  dispose(): Promise<void>;
}

/** Puts a harness behind ACP. Serves one connection: what is negotiated belongs to it. */
export function serveAgent(harness: AgentHarness, options: ServeAgentOptions = {}): ServedAgent {
  const { app, dispose } = serveV1(harness, options.execution ?? "agent");
  return { app, dispose, [Symbol.asyncDispose]: dispose };
}
