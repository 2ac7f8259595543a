/** The note for output that could not come through as the bytes it was. */
export function toReplacedNote(count: number): string {
  return `${count} characters of the output were not UTF-8 and are shown as U+FFFD`;
}
