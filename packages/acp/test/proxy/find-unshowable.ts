import type { RecordedMessage } from "../recordings/replay-recording.ts";
import { toFields, type Fields } from "./memory-peer.ts";

const META_KEYS = ["terminal_info", "terminal_output", "terminal_output_delta", "terminal_exit"];

/**
 * What a client of version 1 got and cannot show, in words: empty when all is well.
 *
 * @param runsCommands the client serves `terminal/*` of this agent.
 */
export function findUnshowable(
  traffic: readonly RecordedMessage[],
  capabilities: Fields,
  runsCommands: boolean,
): readonly string[] {
  const keys = readKeys(capabilities);
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
      if (String(update["sessionUpdate"]).startsWith("terminal_")) found.push("a terminal of v2");
      if (update["status"] === "cancelled") found.push("a status of v2");
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
