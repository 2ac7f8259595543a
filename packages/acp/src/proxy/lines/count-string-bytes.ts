const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const LETTER_A = 0x61;
const DIGIT_0 = 0x30;
/** Makes a letter a small one. */
const LOWER_CASE = 0x20;
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
  let unit = 0;
  for (let digit = at + 2; digit < at + 2 + HEX_DIGITS; digit++) {
    const value = toDigit(written[digit] ?? 0);
    if (value === -1) return -1;
    unit = unit * 16 + value;
  }
  return unit;
}

/** What an ASCII character stands for in a hexadecimal number; -1 for any other. */
function toDigit(char: number): number {
  if (char >= DIGIT_0 && char <= DIGIT_0 + 9) return char - DIGIT_0;
  const letter = (char | LOWER_CASE) - LETTER_A;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}

function toUtf8Length(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
}
