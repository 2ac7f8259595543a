/** Makes output fit for the grid of a terminal emulator that was told nothing of line ends. */
export interface DisplayBytes {
  /** The next bytes, each line feed without a return before it with one, also when the two come in different calls. */
  convert(bytes: Uint8Array): Uint8Array;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Creates the converter of one stream. A program on a pipe ends its lines with a line feed alone, which moves a grid's
 * cursor down and not back: a staircase. Nothing else is changed; what needs no change comes back uncopied.
 */
export function createDisplayBytes(): DisplayBytes {
  let afterReturn = false;
  return {
    convert(bytes) {
      const lone = countLoneFeeds(bytes, afterReturn);
      const converted = lone === 0 ? bytes : insertReturns(bytes, lone, afterReturn);
      if (bytes.length > 0) afterReturn = bytes.at(-1) === RETURN;
      return converted;
    },
  };
}

function countLoneFeeds(bytes: Uint8Array, afterReturn: boolean): number {
  let lone = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (isLone(bytes, at, afterReturn)) lone += 1;
  }
  return lone;
}

function insertReturns(bytes: Uint8Array, lone: number, afterReturn: boolean): Uint8Array {
  const converted = new Uint8Array(bytes.length + lone);
  let from = 0;
  let to = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (!isLone(bytes, at, afterReturn)) continue;
    converted.set(bytes.subarray(from, at), to);
    to += at - from;
    converted[to] = RETURN;
    to += 1;
    from = at;
  }
  converted.set(bytes.subarray(from), to);
  return converted;
}

function isLone(bytes: Uint8Array, at: number, afterReturn: boolean): boolean {
  return at === 0 ? !afterReturn : bytes[at - 1] !== RETURN;
}
