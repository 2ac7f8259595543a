import type { CallDescription } from "../command-line.ts";
import { toFields, toText } from "../terminal-end.ts";
import { parseFencedBlock } from "./fence.ts";

/** What may stand before a fence in the same block: a notice in brackets on a line of its own. */
const NOTICE = /^(?:\[[^\n]*\]\s*)?$/;

/**
 * The output that a call's content shows; null when it shows none. A block that is one fence is the output;
 * without any, everything that is not the description of the call. A leading echo of the command is not output.
 *
 * @param fencesOnly for agents that always fence: other text is words about the call.
 */
export function readOutputText(
  content: unknown,
  call: CallDescription,
  fencesOnly: boolean,
): string | null {
  const texts = readTexts(content).filter((text) => text !== call.description);
  for (const text of texts) {
    const fence = parseFencedBlock(text);
    if (fence !== null && NOTICE.test(fence.before) && fence.after.trim() === "") {
      return withoutEcho(fence.body, call);
    }
  }
  if (fencesOnly || texts.length === 0) return null;
  return withoutEcho(texts.join("\n"), call);
}

function readTexts(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return content
    .map((block) => toText(toFields(toFields(block)["content"])["text"]))
    .filter((text) => text !== null);
}

function withoutEcho(text: string, { input }: CallDescription): string {
  const echo = `$ ${input ?? ""}\n`;
  return input !== null && text.startsWith(echo) ? text.slice(echo.length) : text;
}
