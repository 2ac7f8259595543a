import {
  negotiateDialect,
  offersTerminals,
  type AgentDialect,
} from "../agent/negotiate-dialect.ts";
import { META_KEYS } from "../dialects/meta/keys.ts";
import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toInteger } from "../dialects/terminal-end.ts";

/** What the real client said of itself. */
export interface ClientOffer {
  readonly protocolVersion: number;
  /** How terminals are told to it. */
  readonly dialect: Exclude<AgentDialect, { readonly kind: "client" }>;
  /** It runs commands for agents. */
  readonly terminals: boolean;
}

/** What is taken for granted of a client that has not introduced itself. */
export const NO_OFFER: ClientOffer = {
  protocolVersion: 1,
  dialect: { kind: "text" },
  terminals: false,
};

/** Reads the params of the client's `initialize`. */
export function readOffer(params: UpdateFields): ClientOffer {
  const { clientCapabilities } = params;
  const dialect = negotiateDialect(clientCapabilities);
  return {
    protocolVersion: toInteger(params["protocolVersion"]) ?? 1,
    dialect: dialect.kind === "client" ? { kind: "text" } : dialect,
    terminals: offersTerminals(clientCapabilities),
  };
}

/**
 * The params of `initialize` as the agent gets them: everything the client said, and every way to show a terminal.
 * Version 2 has no capabilities for that.
 *
 * @param terminals whether somebody answers `terminal/*`.
 */
export function offerEverything(params: UpdateFields, terminals: boolean): UpdateFields {
  if ((toInteger(params["protocolVersion"]) ?? 1) >= 2) return params;
  const capabilities = toFields(params["clientCapabilities"]);
  const keys = { [META_KEYS.output]: true, [META_KEYS.outputDelta]: true };
  return {
    ...params,
    clientCapabilities: {
      ...capabilities,
      ...(terminals && { terminal: true }),
      _meta: { ...toFields(capabilities["_meta"]), ...keys },
    },
  };
}
