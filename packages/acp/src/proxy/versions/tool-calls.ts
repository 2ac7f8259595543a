import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toText } from "../../dialects/terminal-end.ts";
import { TOOL_KINDS } from "../../tool-kinds.ts";
import { toV1Content, toV2Content } from "./tool-content.ts";

const STATUSES: Readonly<Record<string, string>> = {
  pending: "pending",
  in_progress: "in_progress",
  paused: "in_progress",
  completed: "completed",
  failed: "failed",
  cancelled: "failed",
};

/** A call of version 1, or what changes of it, as version 2 has it. Null changes nothing there, and takes away here. */
export function toV2Call(call: UpdateFields): UpdateFields {
  const { content, ...rest } = Object.fromEntries(
    Object.entries(call).filter(([, value]) => value !== null),
  );
  return { ...rest, ...(content !== undefined && { content: toV2Content(content) }) };
}

/** A call of version 2, or what changes of it, as version 1 has it. */
export function toV1Call(call: UpdateFields): UpdateFields {
  const { content, kind, status, title, locations, capabilities: _, ...rest } = call;
  const known = STATUSES[toText(status) ?? ""];
  return {
    ...rest,
    ...(title !== undefined && { title: title ?? "" }),
    ...(kind !== undefined && { kind: TOOL_KINDS.has(kind) ? kind : "other" }),
    ...(known !== undefined && { status: known }),
    ...(locations !== undefined && { locations: locations ?? [] }),
    ...(content !== undefined && { content: toV1Content(content ?? []) }),
  };
}
