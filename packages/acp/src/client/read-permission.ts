import { toFields, toText } from "../dialects/terminal-end.ts";

/** A question whether something may be done, and its answer. */
export interface PermissionExchange {
  /** The params of `session/request_permission`. */
  readonly params: unknown;
  readonly result: unknown;
}

/** The tool call that a person refused by this answer; null when it was allowed, or not answered. */
export function readRefusedCall({ params, result }: PermissionExchange): string | null {
  const { toolCall, subject, options } = toFields(params);
  const { outcome, optionId } = toFields(toFields(result)["outcome"]);
  if (outcome !== "selected" || !Array.isArray(options)) return null;
  const chosen = options.map(toFields).find((option) => option["optionId"] === optionId);
  const refuses = toText(chosen?.["kind"])?.startsWith("reject") === true;
  const about = toFields(subject);
  const call = toText(about["toolCallId"]) ?? toText(toFields(about["toolCall"])["toolCallId"]);
  return refuses ? (call ?? toText(toFields(toolCall)["toolCallId"])) : null;
}
