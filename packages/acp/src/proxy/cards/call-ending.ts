import type { Ending, TerminalEvent } from "@termwire/terminal";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import type { CallEnd } from "../../dialects/terminal-encoder.ts";
import { toFields, toTerminalEnding } from "../../dialects/terminal-end.ts";

type Ended = Extract<TerminalEvent, { readonly type: "terminal-ended" }>;

/** What an encoder is told of a decoded ending. Version 1 has no negative exit codes. */
export function toCallEnd(
  { ending, durationMs }: Ended,
  { failed, version }: { readonly failed: boolean; readonly version: 1 | 2 },
): CallEnd {
  const hasCode = ending.kind === "exited" && (ending.code >= 0 || version === 2);
  const end = {
    exitCode: hasCode ? ending.code : null,
    signal: ending.kind === "signaled" ? ending.signal : null,
    cause: ending.cause,
    durationMs,
    sandboxDenial: null,
  };
  return { kind: "terminal", end, failed, output: "" };
}

/** The words for an ending nobody knows better, where they say something. */
export function toReason(ending: Ending): string | null {
  if (ending.kind === "exited" && ending.code < 0) return `exit ${ending.code}`;
  if (ending.kind !== "lost") return null;
  const unsaid = toTerminalEnding({ exitCode: null, signal: null, cause: "exit" });
  return unsaid.kind === "lost" && unsaid.reason === ending.reason ? null : ending.reason;
}

/** The facts of the ending, over what the agent has as the call's result when that can hold them. */
export function toRawOutput(
  facts: unknown,
  { agents, reason }: { readonly agents: unknown; readonly reason: string | null },
): unknown {
  const ours: UpdateFields = { ...toFields(facts), ...(reason !== null && { error: reason }) };
  if (agents === undefined || agents === null) return ours;
  const isObject = typeof agents === "object" && !Array.isArray(agents);
  return isObject ? { ...toFields(agents), ...ours } : agents;
}
