import type { ToolCallContent } from "@agentclientprotocol/sdk";

/** Markdown text as one block of a tool call's content. */
export function toTextContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}
