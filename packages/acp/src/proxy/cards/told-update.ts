import { EXTENSION_KEY } from "../../dialects/meta/keys.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";
import { withoutTerminalKeys } from "./terminal-members.ts";

/** What the encoder says, and what only the agent's side of the proxy knows. */
const OWNED = new Set([
  "sessionUpdate",
  "toolCallId",
  "title",
  "kind",
  "status",
  "content",
  "rawInput",
  "rawOutput",
  "_meta",
]);

/** What an agent says of a call beside what the encoder says. */
export function readOther(fields: UpdateFields): UpdateFields {
  const rest = Object.entries(fields).filter(([key]) => !OWNED.has(key));
  const _meta = withoutTerminalKeys(fields["_meta"]);
  return { ...Object.fromEntries(rest), ...(_meta !== undefined && { _meta }) };
}

/** What an update goes with. */
export interface ToldWith {
  /** What is to be said of the call anyway. */
  readonly patch: UpdateFields;
  /** The client can end it. */
  readonly canStop: boolean;
}

/** An update as the client gets it: what cannot be stopped through the proxy is not offered, nor an unknown directory told. */
export function toTold(update: UpdateFields, { patch, canStop }: ToldWith): UpdateFields {
  const { capabilities, cwd, ...said } = update;
  const { _meta, ...rest } = patch;
  const isOffered = capabilities === null || (capabilities !== undefined && canStop);
  const meta = { ...toFields(_meta), ...toFields(update["_meta"]) };
  return {
    ...said,
    ...(cwd !== undefined && cwd !== "" && { cwd }),
    ...(isOffered && { capabilities }),
    ...rest,
    ...((_meta !== undefined || "_meta" in update) && { _meta: meta }),
  };
}

/** The end of a terminal of version 2 with the words for it, which the protocol has no place for. */
export function withReason(update: UpdateFields, reason: string | null): UpdateFields {
  if (reason === null) return update;
  const meta = toFields(update["_meta"]);
  const extension = { ...toFields(meta[EXTENSION_KEY]), reason };
  return { ...update, _meta: { ...meta, [EXTENSION_KEY]: extension } };
}
