import { toFields, toText, type Fields } from "../wire/read-fields.ts";

/** One piece of what somebody said or a tool gave. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string }
  | { readonly type: "link"; readonly uri: string; readonly name: string };

/** Images that a page may show from data alone; nothing that can hold a script. */
const IMAGE_TYPES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);

/** Reads a content block. What cannot be shown is named, not dropped; null for no block at all. */
export function parseContentPart(value: unknown): ContentPart | null {
  const block = toFields(value);
  switch (block["type"]) {
    case "text":
      return typeof block["text"] === "string" ? { type: "text", text: block["text"] } : null;
    case "image":
      return parseImage(block);
    case "resource_link":
      return parseLink(block["uri"], block["title"] ?? block["name"]);
    case "resource":
      return parseResource(toFields(block["resource"]));
    case undefined:
      return null;
    default:
      return { type: "text", text: `[${String(block["type"])}]` };
  }
}

/** `parts` followed by `part`: text continues text. */
export function appendPart(
  parts: readonly ContentPart[],
  part: ContentPart,
): readonly ContentPart[] {
  const last = parts.at(-1);
  if (last?.type !== "text" || part.type !== "text") return [...parts, part];
  return [...parts.slice(0, -1), { type: "text", text: last.text + part.text }];
}

/** All of it that is text. */
export function toPlainText(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function parseImage({ mimeType, data }: Fields): ContentPart {
  const isSafe = typeof mimeType === "string" && IMAGE_TYPES.has(mimeType);
  if (!isSafe || typeof data !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/u.test(data)) {
    return { type: "text", text: "[image]" };
  }
  return { type: "image", mimeType, data };
}

function parseLink(uri: unknown, name: unknown): ContentPart | null {
  const address = toText(uri);
  return address === null ? null : { type: "link", uri: address, name: toText(name) ?? address };
}

function parseResource({ text, uri }: Fields): ContentPart | null {
  return typeof text === "string" ? { type: "text", text } : parseLink(uri, null);
}
