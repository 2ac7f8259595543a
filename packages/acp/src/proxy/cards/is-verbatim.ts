import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";
import type { CallCard } from "./call-card.ts";

/**
 * True for output that the client gets as the agent says it, and nothing else: most of what an agent sends, so that it
 * passes without being made anew.
 *
 * @param outputKey under which the client takes output; null for a client that takes text.
 */
export function isVerbatim(
  card: CallCard,
  fields: UpdateFields,
  outputKey: string | null,
): boolean {
  const { toolCallId, sessionUpdate, _meta } = fields;
  if (outputKey === null || !card.takesVerbatim || card.terminal?.id !== toolCallId) return false;
  const meta = toFields(_meta);
  const { terminal_id: id, data } = toFields(meta[outputKey]);
  const isBare = Object.keys(fields).length === 3 && Object.keys(meta).length === 1;
  const isMeant = sessionUpdate === "tool_call_update" && id === toolCallId;
  return isBare && isMeant && typeof data === "string";
}
