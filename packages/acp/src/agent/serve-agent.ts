import type { AgentApp, Stream } from "@agentclientprotocol/sdk";
import { connectVersions, type AgentConnection } from "./connect-versions.ts";
import type { AgentHarness } from "./harness.ts";
import { serveV1 } from "./v1/serve-v1.ts";

/** Options of {@link serveAgent}. */
export interface ServeAgentOptions {
  /** Who runs commands: this agent, or the client by its `terminal/*`, which ACP v2 has not. Absent: this agent. */
  readonly execution?: "agent" | "client";
}

/** A harness on one connection. */
export interface ServedAgent extends AsyncDisposable {
  /** The SDK's app of ACP v1 alone, for a client in the same process. */
  readonly app: AgentApp;
  /** Serves a stream in the version its client asks for: 1, or the draft of 2. */
  connect(stream: Stream): AgentConnection;
  /** Closes every session; resolves when nothing they started is left. Also done when the connection closes. */
  dispose(): Promise<void>;
}

/** Puts a harness behind ACP. Serves one connection, by `app` or by `connect`: what is negotiated belongs to it. */
export function serveAgent(harness: AgentHarness, options: ServeAgentOptions = {}): ServedAgent {
  const execution = options.execution ?? "agent";
  const v1 = serveV1(harness, execution);
  const served: { dispose: () => Promise<void> }[] = [v1];
  let isDisposed = false;
  const dispose = async (): Promise<void> => {
    isDisposed = true;
    await Promise.all(served.map((version) => version.dispose()));
  };
  const serveV1Stream = (stream: Stream): Promise<void> => v1.app.connect(stream).closed;
  const serveV2Stream = async (stream: Stream): Promise<void> => {
    // The draft costs half as much to load as the rest of an agent: only for a client that asks for it.
    const [{ serveV2 }, { connectRouted }] = await Promise.all([
      import("./v2/serve-v2.ts"),
      import("./v2/connect-routed.ts"),
    ]);
    const v2 = serveV2(harness);
    served.push(v2);
    if (isDisposed) await v2.dispose();
    await connectRouted(stream, v1.app, v2.app);
  };
  return {
    app: v1.app,
    connect: (stream) =>
      connectVersions(stream, {
        serveV1: serveV1Stream,
        serveV2: execution === "client" ? serveV1Stream : serveV2Stream,
      }),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
