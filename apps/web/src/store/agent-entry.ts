import { toFields, toFieldsList, toText } from "../wire/read-fields.ts";
import { RpcError } from "../wire/rpc-error.ts";

/** An agent one can talk to. */
export interface AgentEntry {
  readonly id: string;
  readonly name: string;
  /** What is started, for people. */
  readonly command: string;
  readonly isDefault: boolean;
}

/** How an agent ended that was not told to. */
export interface AgentEnd {
  readonly reason: string;
  /** The last of what it wrote to its standard error. */
  readonly stderrTail: string;
}

/** Reads the answer to `_termwire/agents`. */
export function parseAgents(result: unknown): readonly AgentEntry[] {
  return toFieldsList(toFields(result)["agents"]).flatMap(({ id, name, command, isDefault }) => {
    const known = toText(id);
    if (known === null) return [];
    return [
      {
        id: known,
        name: toText(name) ?? known,
        command: toText(command) ?? "",
        isDefault: isDefault === true,
      },
    ];
  });
}

/** Reads `_termwire/agent_ended`, and the data of an `initialize` that failed. */
export function parseAgentEnd(value: unknown): AgentEnd {
  const { reason, stderrTail } = toFields(value);
  return { reason: toText(reason) ?? "", stderrTail: toText(stderrTail) ?? "" };
}

/** An agent that could not be started, most likely: the refusal of `initialize` says how it ended. */
export function toAgentEnd(error: unknown): AgentEnd {
  const end = parseAgentEnd(error instanceof RpcError ? error.data : null);
  const words = error instanceof Error ? error.message : String(error);
  return { ...end, reason: end.reason === "" ? words : end.reason };
}
