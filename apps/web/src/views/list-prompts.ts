import { toPlainText } from "../conversation/content-part.ts";
import type { Conversation } from "../conversation/conversation.ts";

/** What the person said in a conversation, oldest first. */
export function listPrompts({ entries }: Conversation): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === "message" && entry.speaker === "user" ? [toPlainText(entry.parts)] : [],
  );
}
