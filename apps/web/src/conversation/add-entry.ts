import type { Conversation, Entry } from "./conversation.ts";

/** An entry without its name. */
type NewEntry = Entry extends infer Each ? (Each extends Entry ? Omit<Each, "key"> : never) : never;

/** The conversation with one more entry at its end. */
export function addEntry(conversation: Conversation, entry: NewEntry): Conversation {
  const { entries, nextKey } = conversation;
  const added: Entry = { ...entry, key: nextKey };
  return { ...conversation, entries: [...entries, added], nextKey: nextKey + 1 };
}
