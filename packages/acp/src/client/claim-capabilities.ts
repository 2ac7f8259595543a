import type { ClientCapabilities } from "@agentclientprotocol/sdk";
import { META_KEYS } from "../dialects/meta/keys.ts";

/** What a client can say of itself, by the peer it wants to be taken for. */
export const CLIENT_CLAIMS = ["all", "zed", "meta", "delta", "text", "client", "v2"] as const;

/** One of {@link CLIENT_CLAIMS}. */
export type ClientClaim = (typeof CLIENT_CLAIMS)[number];

/**
 * The `clientCapabilities` of `initialize` for a claim: only what {@link displayTerminals} really decodes, and
 * `terminal` only where the client's host serves it.
 */
export function claimCapabilities(
  claim: ClientClaim,
  host: { readonly terminals: boolean } = { terminals: false },
): ClientCapabilities {
  const { keys, terminal } = CLAIMS[claim];
  return {
    ...(terminal && host.terminals && { terminal: true }),
    ...(keys.length > 0 && { _meta: Object.fromEntries(keys.map((key) => [key, true])) }),
  };
}

interface Claim {
  readonly keys: readonly string[];
  /** Whether such a client runs commands for its agents. */
  readonly terminal: boolean;
}

const CLAIMS: Readonly<Record<ClientClaim, Claim>> = {
  all: { keys: [META_KEYS.output, META_KEYS.outputDelta], terminal: true },
  zed: { keys: [META_KEYS.output], terminal: true },
  meta: { keys: [META_KEYS.output], terminal: false },
  delta: { keys: [META_KEYS.outputDelta], terminal: false },
  text: { keys: [], terminal: false },
  client: { keys: [], terminal: true },
  // Version 2 shows every agent's terminals without being asked to.
  v2: { keys: [], terminal: false },
};
