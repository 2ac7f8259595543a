import { META_KEYS } from "../../dialects/meta/keys.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";

/** The client's name for an agent's terminal; null when the client cannot show it. */
export type ToClientTerminal = (terminalId: string) => string | null;

const TERMINAL_KEYS: ReadonlySet<string> = new Set(Object.values(META_KEYS));

/** True for members that tell of a terminal. */
export function hasTerminalMembers({ content, _meta }: UpdateFields): boolean {
  const keys = Object.keys(toFields(_meta));
  return keys.some((key) => TERMINAL_KEYS.has(key)) || readBlocks(content).some(isTerminal);
}

/** `_meta` without what it tells of terminals; undefined when nothing else is in it. */
export function withoutTerminalKeys(meta: unknown): UpdateFields | undefined {
  const kept = Object.entries(toFields(meta)).filter(([key]) => !TERMINAL_KEYS.has(key));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The call with the client's terminals in place of the agent's, and without those it does not have. */
export function toClientCall(call: UpdateFields, toClient: ToClientTerminal): UpdateFields {
  const { content, _meta, ...rest } = call;
  const meta = withoutTerminalKeys(_meta);
  const blocks = toClientBlocks(readBlocks(content), toClient);
  // An empty list would take away what the call shows already.
  const hasContent = Array.isArray(content) && (blocks.length > 0 || content.length === 0);
  return {
    ...rest,
    ...(hasContent && { content: blocks }),
    ...(meta !== undefined && { _meta: meta }),
  };
}

/** Blocks of a call's content that are no terminals. */
export function withoutTerminals(content: unknown): readonly UpdateFields[] {
  return readBlocks(content).filter((block) => !isTerminal(block));
}

function toClientBlocks(
  blocks: readonly UpdateFields[],
  toClient: ToClientTerminal,
): readonly UpdateFields[] {
  return blocks.flatMap((block) => {
    if (!isTerminal(block)) return [block];
    const terminalId = toClient(toText(block["terminalId"]) ?? "");
    return terminalId === null ? [] : [{ ...block, terminalId }];
  });
}

function readBlocks(content: unknown): readonly UpdateFields[] {
  return Array.isArray(content) ? content.map(toFields) : [];
}

function isTerminal({ type }: UpdateFields): boolean {
  return type === "terminal";
}
