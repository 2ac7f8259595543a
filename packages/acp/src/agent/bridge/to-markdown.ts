import type { ViewText } from "@termwire/tools";
import { toFencedBlock } from "../../dialects/text/fence.ts";

/** A view's text as Markdown: verbatim text in a fence it cannot close. */
export function toMarkdown(part: ViewText): string {
  return part.fence === undefined ? part.text : toFencedBlock(part.text, part.fence);
}
