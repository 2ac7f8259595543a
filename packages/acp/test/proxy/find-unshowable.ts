import type { RecordedMessage } from "../recordings/replay-recording.ts";
import { toFields, type Fields } from "./memory-peer.ts";

const META_KEYS = ["terminal_info", "terminal_output", "terminal_output_delta", "terminal_exit"];

const ONLY_V1 = new Set(["tool_call", "plan", "current_mode_update"]);
const ONLY_V2 = new Set([
  "terminal_update",
  "terminal_output_chunk",
  "state_update",
  "plan_update",
  "user_message",
  "agent_message",
  "agent_thought",
  "tool_call_content_chunk",
]);

/**
 * What a client got and cannot show, in words: empty when all is well.
 *
 * @param introduction the params of its `initialize`.
 * @param runsCommands the client serves `terminal/*` of this agent.
 */
export function findUnshowable(
  traffic: readonly RecordedMessage[],
  introduction: Fields,
  runsCommands: boolean,
): readonly string[] {
  const isV2 = introduction["protocolVersion"] === 2;
  const keys = readKeys(toFields(introduction["clientCapabilities"]));
  const terminals = new Set<unknown>();
  const found: string[] = [];
  for (const { dir, msg } of traffic) {
    const { method, params, result } = toFields(msg);
    if (dir === "c2a") {
      terminals.add(toFields(result)["terminalId"]);
      continue;
    }
    if (String(method).startsWith("terminal/") && !runsCommands) found.push(String(method));
    for (const update of [toFields(params)["update"], toFields(params)["toolCall"]].map(toFields)) {
      const meta = toFields(update["_meta"]);
      terminals.add(toFields(meta["terminal_info"])["terminal_id"]);
      terminals.delete(undefined);
      found.push(...META_KEYS.filter((key) => key in meta && !keys.includes(key)));
      found.push(...findBlocks(update["content"], terminals));
      const kind = String(update["sessionUpdate"]);
      if (kind.startsWith("terminal_")) terminals.add(update["terminalId"]);
      if ((isV2 ? ONLY_V1 : ONLY_V2).has(kind)) found.push(kind);
      if (update["status"] === "cancelled" && !isV2) found.push("a status of v2");
    }
  }
  return found;
}

function readKeys(capabilities: Fields): readonly string[] {
  const meta = toFields(capabilities["_meta"]);
  const output = Object.keys(meta);
  return output.length === 0 ? [] : ["terminal_info", "terminal_exit", ...output];
}

function findBlocks(content: unknown, terminals: ReadonlySet<unknown>): readonly string[] {
  const blocks = Array.isArray(content) ? content.map(toFields) : [];
  return blocks
    .filter(({ type, terminalId }) => type === "terminal" && !terminals.has(terminalId))
    .map(({ terminalId }) => `terminal ${String(terminalId)}`);
}
