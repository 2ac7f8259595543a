import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toInteger } from "../../dialects/terminal-end.ts";
import type { BridgeParts } from "./bridge-parts.ts";
import { toV1Introduction, toV2Introduction } from "./introductions.ts";
import { bridgeV1Agent } from "./v1-agent-bridge.ts";
import { bridgeV2Agent } from "./v2-agent-bridge.ts";
import type { VersionBridge } from "./version-bridge.ts";

/** ACP's code for a version that is not spoken. */
const UNSUPPORTED_VERSION = -32022;
/** JSON-RPC's code for what a strict agent says to the other version's words. */
const INVALID_PARAMS = -32602;

/** What the agent's answer to `initialize` comes to. */
export interface Introduced {
  readonly agentVersion: number;
  /** Null where both sides speak the same version. */
  readonly bridge: VersionBridge | null;
  /** The result in the client's version. */
  readonly result: UpdateFields;
}

/** True for an answer to `initialize` by which the agent may speak the other version, and only that. */
export function isWrongVersion(answer: UpdateFields): boolean {
  const { code, data } = toFields(answer["error"]);
  const { supported } = toFields(data);
  return code === UNSUPPORTED_VERSION || code === INVALID_PARAMS || Array.isArray(supported);
}

/** Reads the agent's introduction, and puts it into the client's version. */
export function introduce(
  clientVersion: number,
  result: UpdateFields,
  parts: Omit<BridgeParts, "introduction">,
): Introduced {
  const agentVersion = toInteger(result["protocolVersion"]) ?? 1;
  const given = { ...parts, introduction: result };
  if (clientVersion >= 2 && agentVersion < 2) {
    return { agentVersion, bridge: bridgeV1Agent(given), result: toV2Introduction(result) };
  }
  if (clientVersion < 2 && agentVersion >= 2) {
    return { agentVersion, bridge: bridgeV2Agent(given), result: toV1Introduction(result) };
  }
  return { agentVersion, bridge: null, result };
}
