import { createUtf8Decoder, type Utf8Decoder } from "@termwire/terminal";

/** Makes text of output as it comes. */
export type OutputDecoder = Pick<Utf8Decoder, "decode" | "flush">;

/** By number of the code page; those that decoders know. */
const ENCODINGS: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1250: "windows-1250",
  1251: "windows-1251",
  1252: "windows-1252",
  1253: "windows-1253",
  1254: "windows-1254",
  1255: "windows-1255",
  1256: "windows-1256",
  1257: "windows-1257",
  1258: "windows-1258",
  54936: "gb18030",
};

const LINE_FEED = 10;

/** A line of text is shorter; what is longer is decided without its end, which can cost the character at the cut. */
const MAX_HELD_BYTES = 64 * 1024;

/**
 * Chooses how output becomes text. On Windows native programs print in the code page of the console and others in
 * UTF-8, on one pipe: each line is UTF-8 if it is valid, else of the code page. None of these encodings has a line feed
 * inside a character. Elsewhere, and for a code page that is not known, everything is UTF-8.
 *
 * Text comes as soon as it is decided: ASCII at once, the rest with its line end or with `flush`.
 */
export function chooseDecoder(platform: NodeJS.Platform, codePage: number | null): OutputDecoder {
  const encoding = codePage === null ? undefined : ENCODINGS[codePage];
  return platform !== "win32" || encoding === undefined
    ? createUtf8Decoder()
    : createLineDecoder(encoding);
}

function createLineDecoder(encoding: string): OutputDecoder {
  let held: Uint8Array = new Uint8Array(0);

  const take = (count: number): string => {
    const taken = held.subarray(0, count);
    held = held.slice(count);
    return decodeLines(taken, encoding);
  };

  return {
    decode: (bytes) => {
      held = Buffer.concat([held, bytes]);
      const lines = take(held.lastIndexOf(LINE_FEED) + 1);
      const plain = held.findIndex((byte) => byte > 0x7f);
      if (plain === -1) return lines + take(held.length);
      const isLong = held.length > MAX_HELD_BYTES;
      return lines + take(isLong ? held.length : plain);
    },
    flush: () => take(held.length),
  };
}

function decodeLines(bytes: Uint8Array, encoding: string): string {
  let text = "";
  for (let from = 0; from < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const to = feed === -1 ? bytes.length : feed + 1;
    text += decodeLine(bytes.subarray(from, to), encoding);
    from = to;
  }
  return text;
}

function decodeLine(line: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    return new TextDecoder(encoding).decode(line);
  }
}
