const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** `\uXXXX` without its backslash and letter. */
const HEX_DIGITS = 4;

/**
 * How many bytes of UTF-8 a JSON string stands for, given what is written between its quotes. Nothing is decoded: most
 * of it is skipped over from one backslash to the next.
 */
export function countStringBytes(written: Uint8Array): number {
  let count = written.length;
  let at = written.indexOf(BACKSLASH);
  while (at !== -1) {
    const isUnicode = written[at + 1] === LETTER_U;
    const length = isUnicode ? 2 + HEX_DIGITS : 2;
    count -= isUnicode ? length - toUtf8Length(readUnit(written, at)) : 1;
    const next = at + length;
    if (isUnicode && isPair(readUnit(written, at), readUnit(written, next))) {
      // The two halves were taken for three bytes each, and are four together.
      count -= 2;
      count -= length - toUtf8Length(readUnit(written, next));
      at = written.indexOf(BACKSLASH, next + length);
    } else at = written.indexOf(BACKSLASH, next);
  }
  return count;
}

/** The code unit of the escape at an offset; -1 where there is none. */
function readUnit(written: Uint8Array, at: number): number {
  if (written[at] !== BACKSLASH || written[at + 1] !== LETTER_U) return -1;
  const digits = written.subarray(at + 2, at + 2 + HEX_DIGITS);
  const unit = Number.parseInt(String.fromCharCode(...digits), 16);
  return Number.isNaN(unit) ? -1 : unit;
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}

function toUtf8Length(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
}
