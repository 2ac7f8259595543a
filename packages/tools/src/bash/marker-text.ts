const CONTROL = /\p{Cc}/gu;

/** Keeps a text from outside on its one line, as in a JSON string. */
export function escapeText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return escaped.replaceAll(
    CONTROL,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The text that {@link escapeText} was given; null when there is none or it made no such text. */
export function unescapeText(escaped: string | undefined): string | null {
  if (escaped === undefined) return null;
  try {
    const text: unknown = JSON.parse(`"${escaped}"`);
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}
