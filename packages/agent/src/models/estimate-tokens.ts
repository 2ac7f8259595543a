import type { ModelImage, ModelMessage, ModelTool } from "../model.ts";

/** Code and logs have about this many of them in a token; prose has more, so that this errs on the safe side. */
const ASCII_PER_TOKEN = 3;

/** What the largest common picture costs. */
const TOKENS_PER_IMAGE = 1600;

/** Role, ids and what else wraps a message. */
const TOKENS_PER_MESSAGE = 8;

/**
 * About how many tokens a text has, rather too many than too few: a third of one for an ASCII character, a whole one
 * for any other. Exact counting would need each provider's table.
 */
export function estimateTokens(text: string): number {
  let ascii = 0;
  let other = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) ascii += 1;
    // The second half of a pair belongs to the character before.
    else if (code < 0xdc00 || code > 0xdfff) other += 1;
  }
  return Math.ceil(ascii / ASCII_PER_TOKEN) + other;
}

/** The same of a message, as its own model gets it. */
export function estimateMessage(message: ModelMessage): number {
  const known = ESTIMATES.get(message);
  if (known !== undefined) return known;
  const tokens = TOKENS_PER_MESSAGE + estimateContent(message);
  ESTIMATES.set(message, tokens);
  return tokens;
}

/** Messages never change, and each is counted at every step of every turn. */
const ESTIMATES = new WeakMap<ModelMessage, number>();

function estimateContent(message: ModelMessage): number {
  if (message.role === "user") return estimateTokens(message.text) + estimateImages(message.images);
  if (message.role !== "assistant") return estimateTokens(message.text);
  const said = { text: message.text, calls: message.calls };
  return estimateTokens(JSON.stringify(message.replay?.content ?? said));
}

function estimateImages(images: readonly ModelImage[] = []): number {
  return images.length * TOKENS_PER_IMAGE;
}

/** What every request costs before its first message. */
export function estimateFixed(system: string, tools: readonly ModelTool[]): number {
  return estimateTokens(system) + estimateTokens(JSON.stringify(tools));
}
