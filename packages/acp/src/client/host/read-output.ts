import { nextUtf8Boundary, type OutputLog } from "@termwire/terminal";
import { renderPlainText } from "@termwire/terminal/plain-text";

/** Output as `terminal/output` tells it. */
export interface OutputText {
  /** Whole characters, at most the limit in UTF-8. */
  readonly output: string;
  /** Bytes of the command's output were dropped. */
  readonly truncated: boolean;
}

/** Reads one terminal's output again and again. */
export interface OutputTextReader {
  /** The newest part, as the text a terminal would show. Reading an unchanged log again costs nothing. */
  read(): Promise<OutputText>;
}

/** Creates the reader of one log that shows at most the newest `limitBytes` of it. */
export function createOutputTextReader(log: OutputLog, limitBytes: number): OutputTextReader {
  let endOffset = -1;
  let last: Promise<OutputText> = Promise.resolve({ output: "", truncated: false });
  return {
    read() {
      if (endOffset !== log.endOffset) {
        endOffset = log.endOffset;
        last = readNewest(log, limitBytes);
      }
      return last;
    },
  };
}

async function readNewest(log: OutputLog, limitBytes: number): Promise<OutputText> {
  const { bytes, start } = log.read(Math.max(log.startOffset, log.endOffset - limitBytes));
  const skip = start === 0 ? 0 : nextUtf8Boundary(bytes, 0);
  const text = await renderPlainText(bytes.subarray(skip));
  const output = takeNewest(text, limitBytes);
  return { output, truncated: start + skip > 0 || output.length < text.length };
}

/** Replacement characters are longer than the bytes they stand for, so text can outgrow its bytes. */
function takeNewest(text: string, limitBytes: number): string {
  if (text.length * 3 <= limitBytes) return text;
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= limitBytes) return text;
  const from = nextUtf8Boundary(encoded, encoded.length - limitBytes);
  return new TextDecoder().decode(encoded.subarray(from));
}
