/** A line that grows beyond this is printed as far as it is. */
const MAX_LINE_CHARS = 64 * 1024;

/**
 * Makes plain text of a stream that redraws lines: holds the unfinished line, and a carriage return that is not
 * followed by a line end starts it over, so that a progress bar becomes its last state.
 */
export interface LineCollapser {
  /** Lines that are finished now. */
  push(text: string): string;
  /** The unfinished rest. */
  flush(): string;
}

/** Creates a collapser for one stream. */
export function createLineCollapser(): LineCollapser {
  let line = "";
  let returned = false;
  const step = (character: string): string => {
    if (character === "\n") return take(`${line}\n`);
    if (character === "\r") {
      returned = true;
      return "";
    }
    if (returned) line = "";
    returned = false;
    line = character === "\b" ? line.slice(0, -1) : line + character;
    return line.length > MAX_LINE_CHARS ? take(line) : "";
  };
  const take = (text: string): string => {
    line = "";
    returned = false;
    return text;
  };
  return {
    push(text) {
      if (!returned && !/[\r\b]/.test(text)) {
        const end = text.lastIndexOf("\n") + 1;
        const lines = end === 0 ? "" : take(line + text.slice(0, end));
        line += text.slice(end);
        return line.length > MAX_LINE_CHARS ? lines + take(line) : lines;
      }
      let out = "";
      for (const character of text) out += step(character);
      return out;
    },
    flush: () => take(line),
  };
}
