import type { AgentApp as V1App, Stream } from "@agentclientprotocol/sdk";
import { agentProtocolRouter, type AgentApp } from "@agentclientprotocol/sdk/experimental/v2";

/** Serves whichever version the client's `initialize` chooses. Resolves when the connection has ended. */
export function connectRouted(stream: Stream, v1: V1App, v2: AgentApp): Promise<void> {
  return agentProtocolRouter().withV1(v1).withV2(v2).connect(stream).closed;
}
