/** Where the value of a message's own `id` stands in its text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The `id` of a message as it is written, so that numbers no double holds stay what they are; null when it has none.
 *
 * @param text a JSON object.
 */
export function readIdText(text: string): string | null {
  const span = findId(text);
  return span === null ? null : text.slice(span.start, span.end);
}

/** The message with another id and not a character else changed; as it is when it has none. */
export function replaceIdText(text: string, idText: string): string {
  const span = findId(text);
  return span === null ? text : text.slice(0, span.start) + idText + text.slice(span.end);
}

/** The last one of the object itself counts, as for `JSON.parse`. */
function findId(text: string): Span | null {
  let depth = 0;
  let found: Span | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = skipString(text, at);
      const colon = skipBlanks(text, end);
      const isId = depth === 1 && text[colon] === ":" && text.slice(at, end) === '"id"';
      if (isId) found = toValue(text, skipBlanks(text, colon + 1));
      at = end - 1;
    } else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
  }
  return found;
}

/** The offset after a string that begins at `from`. */
function skipString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at++;
  return at;
}

function toValue(text: string, start: number): Span {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === '"') at = skipString(text, at) - 1;
    else if (char === "{" || char === "[") depth++;
    else if (depth === 0 && /[\s,}]/.test(char)) break;
    else if (char === "}" || char === "]") depth--;
    at++;
  }
  return { start, end: at };
}
