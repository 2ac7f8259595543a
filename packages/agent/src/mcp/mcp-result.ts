/** What came of a call, as plain data that a log keeps. */
export interface McpResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Some 16,000 tokens: more than a model reads of one call. */
const MAX_CHARACTERS = 64 * 1024;

/**
 * Reads what a server answered to a call, in words: text as it is, anything else by its kind and size, because not every
 * model takes it. Total: whatever came.
 */
export function readMcpResult(answer: unknown): McpResult {
  const { content, structuredContent, isError } = toFields(answer);
  const blocks = Array.isArray(content) ? content.map(renderBlock) : [];
  const structured =
    blocks.length === 0 && structuredContent !== undefined
      ? [JSON.stringify(structuredContent) ?? ""]
      : [];
  return { text: cut([...blocks, ...structured].join("\n")), isError: isError === true };
}

function renderBlock(block: unknown): string {
  const { type, text, data, mimeType, resource, uri } = toFields(block);
  switch (type) {
    case "text":
      return typeof text === "string" ? text : "";
    case "image":
    case "audio":
      return `[${describeKind(mimeType, type)} of ${countBytes(data)} bytes, not shown]`;
    case "resource":
      return renderResource(toFields(resource));
    case "resource_link":
      return `[${String(uri)}]`;
    default:
      return `[${JSON.stringify(type) ?? "something"} is nothing this agent can read]`;
  }
}

function renderResource({ text, uri, mimeType, blob }: Readonly<Record<string, unknown>>): string {
  if (typeof text === "string") return `[${String(uri)}]\n${text}`;
  const kind = describeKind(mimeType, "data");
  return `[${String(uri)}: ${kind} of ${countBytes(blob)} bytes, not shown]`;
}

function describeKind(mimeType: unknown, fallback: string): string {
  return typeof mimeType === "string" ? mimeType : fallback;
}

/** Of base64. */
function countBytes(data: unknown): number {
  return typeof data === "string" ? Math.floor((data.length * 3) / 4) : 0;
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS)}\n[… ${text.length - MAX_CHARACTERS} more characters left out]`;
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
