import { renderPlainText } from "@termwire/terminal/plain-text";
import type { CardRecord } from "../record/card-record.ts";
import type { CardText } from "../text/card-text.ts";

/** All output that is kept, as the text a terminal would show. How much is missing stands in front, when some is. */
export async function readOutputText({ output }: CardRecord, text: CardText): Promise<string> {
  const { bytes, start } = output.read(0);
  const shown = await renderPlainText(bytes);
  if (start === 0) return shown;
  const dropped = new Intl.NumberFormat(text.locale).format(start);
  return `[${text.bytesDropped(dropped)}]\n${shown}`;
}
