import {
  negotiateDialect,
  offersTerminals,
  type AgentDialect,
} from "../agent/negotiate-dialect.ts";
import { META_KEYS } from "../dialects/meta/keys.ts";
import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toInteger } from "../dialects/terminal-end.ts";
import { toV1Initialize } from "./versions/introductions.ts";

/** How terminals are told to a client: by version 2 itself, or by what one of version 1 says of itself. */
export type ClientDialect =
  | Exclude<AgentDialect, { readonly kind: "client" }>
  | { readonly kind: "v2" };

/** What the real client said of itself. */
export interface ClientOffer {
  readonly protocolVersion: number;
  /** How terminals are told to it. */
  readonly dialect: ClientDialect;
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
  const protocolVersion = toInteger(params["protocolVersion"]) ?? 1;
  if (protocolVersion >= 2) return { protocolVersion, dialect: { kind: "v2" }, terminals: false };
  const dialect = negotiateDialect(clientCapabilities);
  return {
    protocolVersion,
    dialect: dialect.kind === "client" ? { kind: "text" } : dialect,
    terminals: offersTerminals(clientCapabilities),
  };
}

/**
 * The params of `initialize` as the agent gets them: everything the client said, and every way to show a terminal. A
 * client of version 2 introduces itself in the words of version 1, too: the agent may know nothing else.
 *
 * @param terminals whether somebody answers `terminal/*`.
 */
export function offerEverything(params: UpdateFields, terminals: boolean): UpdateFields {
  const isV2 = (toInteger(params["protocolVersion"]) ?? 1) >= 2;
  const { clientCapabilities, clientInfo } = isV2 ? toV1Initialize(params) : params;
  const capabilities = toFields(clientCapabilities);
  const keys = { [META_KEYS.output]: true, [META_KEYS.outputDelta]: true };
  return {
    ...params,
    ...(isV2 && { clientInfo }),
    clientCapabilities: {
      ...capabilities,
      ...(terminals && { terminal: true }),
      _meta: { ...toFields(capabilities["_meta"]), ...keys },
    },
  };
}
