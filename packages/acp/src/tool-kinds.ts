/** Every kind of tool call that both versions of the protocol name. */
export const TOOL_KINDS: ReadonlySet<unknown> = new Set([
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
  "other",
]);
