import { META_KEYS, type OutputKey } from "../dialects/meta/keys.ts";
import { toFields } from "../dialects/terminal-end.ts";

/** How an agent speaks terminals on one connection. */
export type AgentDialect =
  | { readonly kind: "meta"; readonly outputKey: OutputKey }
  /** The client runs the commands: chosen by configuration, never by negotiation. */
  | { readonly kind: "client" }
  | { readonly kind: "text" };

/**
 * Chooses the dialect from what the client said it can show, once per connection. A client that asks for neither
 * output key gets text; `terminal: true` alone says that it runs commands, not that it shows ours.
 *
 * @param clientCapabilities the member of that name in `initialize`, as it came.
 */
export function negotiateDialect(clientCapabilities: unknown): AgentDialect {
  const meta = toFields(toFields(clientCapabilities)["_meta"]);
  if (meta[META_KEYS.output] === true) return { kind: "meta", outputKey: META_KEYS.output };
  if (meta[META_KEYS.outputDelta] === true) {
    return { kind: "meta", outputKey: META_KEYS.outputDelta };
  }
  return { kind: "text" };
}

/** True when the client runs commands for its agents (`terminal: true`). */
export function offersTerminals(clientCapabilities: unknown): boolean {
  return toFields(clientCapabilities)["terminal"] === true;
}
