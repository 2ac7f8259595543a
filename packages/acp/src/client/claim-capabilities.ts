import type { ClientCapabilities } from "@agentclientprotocol/sdk";
import { META_KEYS } from "../dialects/meta/keys.ts";

/** What a client can say of itself, by the peer it wants to be taken for. */
export const CLIENT_CLAIMS = ["all", "zed", "meta", "delta", "text"] as const;

/** One of {@link CLIENT_CLAIMS}. */
export type ClientClaim = (typeof CLIENT_CLAIMS)[number];

/** The `clientCapabilities` of `initialize` for a claim. Only what {@link displayTerminals} really decodes. */
export function claimCapabilities(claim: ClientClaim): ClientCapabilities {
  const keys = OUTPUT_KEYS[claim];
  if (keys.length === 0) return {};
  return { _meta: Object.fromEntries(keys.map((key) => [key, true])) };
}

const OUTPUT_KEYS: Readonly<Record<ClientClaim, readonly string[]>> = {
  all: [META_KEYS.output, META_KEYS.outputDelta],
  zed: [META_KEYS.output],
  meta: [META_KEYS.output],
  delta: [META_KEYS.outputDelta],
  text: [],
};
