import type { Requirement } from "./requirement.ts";
import { V1_AGENT_TERMINALS } from "./v1-agent-terminals.ts";
import { V1_META_TERMINALS } from "./v1-meta-terminals.ts";
import { V1_CLIENT_TERMINALS } from "./v1-terminals.ts";
import { V1_TOOL_CALLS } from "./v1-tool-calls.ts";
import { V2_TERMINALS } from "./v2-terminals.ts";

/** Requirements that belong together. */
export interface RequirementGroup {
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

/** Everything that is asked of the two peers around terminals. */
export const REQUIREMENT_GROUPS: readonly RequirementGroup[] = [
  { title: "Terminals of the client, v1: the client", requirements: V1_CLIENT_TERMINALS },
  { title: "Terminals of the client, v1: the agent", requirements: V1_AGENT_TERMINALS },
  { title: "Tool calls, v1", requirements: V1_TOOL_CALLS },
  { title: "Display terminals in _meta, v1", requirements: V1_META_TERMINALS },
  { title: "Terminals of the agent, v2 draft", requirements: V2_TERMINALS },
];

const BY_ID = new Map(
  REQUIREMENT_GROUPS.flatMap(({ requirements }) => requirements).map((entry) => [entry.id, entry]),
);

/**
 * The requirement of this id.
 *
 * @throws RangeError when there is none.
 */
export function findRequirement(id: string): Requirement {
  const found = BY_ID.get(id);
  if (found === undefined) throw new RangeError(`no requirement has the id ${id}`);
  return found;
}

/** Where to read about it: schemas are part of the SDK. */
export function toSourceLink({ source }: Requirement): string {
  return source.startsWith("schema/") ? SCHEMAS + source : source;
}

const SCHEMAS = "https://github.com/agentclientprotocol/agent-client-protocol/blob/main/";
