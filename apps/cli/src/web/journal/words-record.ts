import { toFields, type Fields } from "../hub/message.ts";

/** Pieces of one message, as agents stream it. */
export interface WordsRecord {
  readonly sizeBytes: number;
  /** Takes the next piece; false for what is no more of the same. */
  add(update: Fields): boolean;
  /** One update with all of it. */
  read(): Fields;
}

const STREAMED: ReadonlySet<unknown> = new Set([
  "agent_message_chunk",
  "agent_thought_chunk",
  "user_message_chunk",
]);

/** Creates the record of a message that begins with this update; null for an update that is no piece of text. */
export function createWordsRecord(first: Fields): WordsRecord | null {
  const { sessionUpdate } = first;
  const text = readText(first);
  if (text === null || !STREAMED.has(sessionUpdate)) return null;
  const pieces = [text];
  const kind = toKind(first);
  let length = text.length;
  return {
    get sizeBytes() {
      return length * 2 + kind.length;
    },
    add(update) {
      const more = readText(update);
      if (more === null || toKind(update) !== kind) return false;
      pieces.push(more);
      length += more.length;
      return true;
    },
    read: () => withText(first, pieces.join("")),
  };
}

function readText({ content }: Fields): string | null {
  const { type, text } = toFields(content);
  return type === "text" && typeof text === "string" ? text : null;
}

/** Everything but the text: who speaks, of which message. */
function toKind(update: Fields): string {
  return JSON.stringify(withText(update, ""));
}

function withText(update: Fields, text: string): Fields {
  return { ...update, content: { ...toFields(update["content"]), text } };
}
