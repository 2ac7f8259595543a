import { AcpError } from "../acp-error.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import type { PromptImage } from "./harness.ts";

/** What a prompt says and shows. */
export interface ParsedPrompt {
  /** Its text blocks and the addresses of its links, joined by line ends. */
  readonly text: string;
  readonly images: readonly PromptImage[];
}

/** Pictures come as base64. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u;

const MEDIA_TYPE = /^image\/[A-Za-z0-9.+-]+$/u;

/**
 * Reads a prompt's blocks: text and links, which every agent must take, and images where they were offered.
 *
 * @throws AcpError `invalid-params` for a block of another type, and for an image that is none.
 */
export function parsePrompt(
  prompt: readonly unknown[],
  { acceptsImages }: { readonly acceptsImages: boolean },
): ParsedPrompt {
  const texts: string[] = [];
  const images: PromptImage[] = [];
  for (const block of prompt) {
    const { type, text, uri } = toFields(block);
    if (type === "text") texts.push(toText(text) ?? "");
    else if (type === "resource_link") texts.push(toText(uri) ?? "");
    else if (type === "image" && acceptsImages) images.push(parseImage(block));
    else throw refuse(type, acceptsImages);
  }
  return { text: texts.join("\n"), images };
}

function parseImage(block: unknown): PromptImage {
  const { data, mimeType } = toFields(block);
  if (typeof mimeType !== "string" || !MEDIA_TYPE.test(mimeType)) {
    const message = `prompt: image: expected a mimeType of image/…, got ${JSON.stringify(mimeType)}`;
    throw new AcpError("invalid-params", message, { mimeType });
  }
  if (typeof data !== "string" || !BASE64.test(data)) {
    throw new AcpError("invalid-params", "prompt: image: expected its data in base64");
  }
  return { mimeType, data };
}

function refuse(type: unknown, acceptsImages: boolean): AcpError {
  const taken = acceptsImages ? "text, resource_link and image" : "text and resource_link";
  const message = `prompt: expected ${taken} blocks, got "${String(type)}"`;
  return new AcpError("invalid-params", message, { type });
}
