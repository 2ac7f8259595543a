import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";
import { isV2, parseTerminalOffer, toOfferMeta } from "../../terminal-control.ts";
import type { ProxyState } from "../proxy-state.ts";

/**
 * An agent's introduction with what the proxy adds to it: what runs here can be ended, and what an agent of version 2
 * runs can be ended by a client of version 1. The same object when nothing is added.
 */
export function addOffer(introduction: UpdateFields, state: ProxyState): UpdateFields {
  const { host, passesTerminals, agentVersion, handshake } = state;
  const agents = parseTerminalOffer(handshake.introduction["result"]);
  const adds = (host !== null && !passesTerminals) || agents.cancel;
  const isOffered = parseTerminalOffer(introduction).cancel;
  if (!adds || isOffered || agentVersion > 2) return introduction;
  const key = isV2(introduction) ? "capabilities" : "agentCapabilities";
  const capabilities = toFields(introduction[key]);
  const meta = toOfferMeta({ ...agents, cancel: true });
  const _meta = { ...toFields(capabilities["_meta"]), ...meta };
  return { ...introduction, [key]: { ...capabilities, _meta } };
}
