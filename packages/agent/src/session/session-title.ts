/** As much as a list shows, in whole characters. */
const BEGINNING = /^.{0,100}/u;

/** Line ends apart, what would break a list: control characters and those that turn text around. */
const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;

/** A session's title: the first line of its first prompt that says something; null when none does. */
export function toSessionTitle(prompt: string): string | null {
  const lines = prompt.split(/[\r\n]+/u).map((line) => line.replace(INVISIBLE, " ").trim());
  const first = lines.find((line) => line !== "");
  if (first === undefined) return null;
  const [beginning = ""] = BEGINNING.exec(first) ?? [];
  return beginning === first ? first : `${beginning}…`;
}
