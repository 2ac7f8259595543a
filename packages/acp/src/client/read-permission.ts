import { describeCall, toCommand, UNDESCRIBED } from "../dialects/command-line.ts";
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

/** What a person is asked about. */
export interface AskedCommand {
  /** The exact command line where the agent tells it, else what it calls it; null when it says nothing. */
  readonly command: string | null;
  readonly cwd: string | null;
  /** What it is for, in the agent's words. */
  readonly description: string | null;
}

/** Reads the params of `session/request_permission`, of either version: what is asked about, whatever its title. */
export function readAskedCommand(params: unknown): AskedCommand {
  const { toolCall, subject, title, description: reason } = toFields(params);
  const about = toFields(subject);
  const command = about["type"] === "command" ? toText(about["command"]) : null;
  if (command !== null) {
    return { command, cwd: toText(about["cwd"]), description: toText(reason) };
  }
  // What is asked about is not being written any more.
  const fields = { ...toFields(toolCall ?? about["toolCall"]), status: "in_progress" };
  const call = describeCall(UNDESCRIBED, fields);
  const { cwd, description } = call;
  return {
    command: toCommand(call) ?? toText(title),
    cwd,
    description: description ?? toText(reason),
  };
}
