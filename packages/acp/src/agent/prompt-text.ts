import { AcpError } from "../acp-error.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";

/**
 * A prompt's blocks as text. Text and links are what every agent must take; nothing else is advertised.
 *
 * @throws AcpError `invalid-params` for a block of another type.
 */
export function toPromptText(prompt: readonly unknown[]): string {
  return prompt.map(toBlockText).join("\n");
}

function toBlockText(block: unknown): string {
  const { type, text, uri } = toFields(block);
  if (type === "text") return typeof text === "string" ? text : "";
  if (type === "resource_link") return toText(uri) ?? "";
  const message = `prompt: expected text and resource_link blocks, got "${String(type)}"`;
  throw new AcpError("invalid-params", message, { type });
}
