import { isPlainObject, toPlainData } from "./plain-data.ts";
import type { CallView, ResultView } from "./view.ts";

/** The card of a call whose tool says nothing of its look: its name, and its arguments as they are. */
export function presentGenericCall(name: string, args: unknown): CallView {
  const rawInput = toRawInput(args);
  return { card: "generic", title: name, ...(rawInput !== null && { rawInput }) };
}

/** The card of a result whose tool says nothing of its look: what the model reads, verbatim. */
export function presentGenericResult(text: string): ResultView {
  return { card: "generic", ...(text !== "" && { content: [{ text, fence: "text" }] }) };
}

function toRawInput(args: unknown): Readonly<Record<string, unknown>> | null {
  try {
    const data = toPlainData(args);
    return isPlainObject(data) ? data : null;
  } catch {
    return null;
  }
}
