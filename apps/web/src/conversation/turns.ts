import { addEntry } from "./add-entry.ts";
import { parseContentPart, toPlainText } from "./content-part.ts";
import type { Conversation, Entry, TurnStop } from "./conversation.ts";
import { isOpenCall } from "./tool-call.ts";

/** This page sends a prompt: its words are shown at once. */
export function addPrompt(
  conversation: Conversation,
  promptId: string,
  prompt: readonly unknown[],
): Conversation {
  const parts = prompt.map(parseContentPart).filter((part) => part !== null);
  const message = { kind: "message", speaker: "user", messageId: promptId, parts } as const;
  return startTurn({ ...addEntry(conversation, message), echo: toPlainText(parts) }, promptId);
}

/** The agent works on a prompt; told twice, it works once. */
export function startTurn(conversation: Conversation, promptId: string): Conversation {
  const { prompts } = conversation;
  return prompts.includes(promptId)
    ? conversation
    : { ...conversation, prompts: [...prompts, promptId] };
}

/**
 * A prompt is done with. When it was the last one, calls that nobody reported the end of say so. Only a turn that did
 * not simply end is told, and only once.
 */
export function endTurn(
  conversation: Conversation,
  promptId: string,
  stop: TurnStop,
): Conversation {
  if (!conversation.prompts.includes(promptId)) return conversation;
  const prompts = conversation.prompts.filter((id) => id !== promptId);
  const rested = prompts.length > 0 ? conversation : closeCalls(conversation);
  const ended = { ...rested, prompts, echo: "" };
  const isPlain = stop.reason === "end_turn" && stop.error === null;
  return isPlain ? ended : addEntry(ended, { kind: "stop", stop });
}

function closeCalls(conversation: Conversation): Conversation {
  const entries = conversation.entries.map((entry): Entry =>
    entry.kind === "call" && isOpenCall(entry.call)
      ? { ...entry, call: { ...entry.call, status: "unreported" } }
      : entry,
  );
  return { ...conversation, entries };
}
