import { toCount, toFields, toFieldsList, toText, type Fields } from "../wire/read-fields.ts";
import { parseContentPart, type ContentPart } from "./content-part.ts";

/** What a call is at; `unreported` when its turn ended and nobody said. */
export type CallStatus = "pending" | "in_progress" | "completed" | "failed" | "unreported";

/** One file before and after; `oldText` null for a new file. */
export interface FileDiff {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
}

/** A place in a file; `line` counts from 1. */
export interface FileLocation {
  readonly path: string;
  readonly line: number | null;
}

/** What a tool does for the agent, as far as it was told. */
export interface ToolCall {
  readonly id: string;
  readonly title: string;
  /** ACP's word for what it does; `other` when none was said. */
  readonly kind: string;
  readonly status: CallStatus;
  readonly content: readonly ContentPart[];
  readonly diffs: readonly FileDiff[];
  readonly locations: readonly FileLocation[];
  readonly rawInput: Fields;
  readonly error: string | null;
}

/** A call nothing is known of yet. */
export function createToolCall(id: string): ToolCall {
  return {
    id,
    title: "",
    kind: "other",
    status: "pending",
    content: [],
    diffs: [],
    locations: [],
    rawInput: {},
    error: null,
  };
}

/** What `update` says anew; a member that is absent or null says nothing. */
export function applyCallUpdate(call: ToolCall, update: Fields): ToolCall {
  const { title, kind, locations, rawInput } = update;
  return {
    ...call,
    ...readContent(update["content"]),
    title: toText(title) ?? call.title,
    kind: toText(kind) ?? call.kind,
    status: parseStatus(update["status"]) ?? call.status,
    locations: Array.isArray(locations)
      ? toFieldsList(locations).flatMap(readLocation)
      : call.locations,
    rawInput: isObject(rawInput) ? toFields(rawInput) : call.rawInput,
    error: toText(toFields(update["rawOutput"])["error"]) ?? call.error,
  };
}

/** True while something is still to come of it. */
export function isOpenCall({ status }: ToolCall): boolean {
  return status === "pending" || status === "in_progress";
}

/** What the agent says the call is for, apart from its title. */
export function readDescription({ rawInput, content }: ToolCall): string | null {
  const [first] = content;
  return toText(rawInput["description"]) ?? (first?.type === "text" ? toText(first.text) : null);
}

function parseStatus(value: unknown): CallStatus | null {
  switch (value) {
    case "pending":
    case "in_progress":
    case "completed":
    case "failed":
      return value;
    default:
      return null;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** All content anew, or nothing of it. */
function readContent(value: unknown): Partial<Pick<ToolCall, "content" | "diffs">> {
  if (!Array.isArray(value)) return {};
  const blocks = toFieldsList(value);
  return { content: blocks.flatMap(readPart), diffs: blocks.flatMap(readDiff) };
}

function readPart(block: Fields): ContentPart[] {
  if (block["type"] !== "content") return [];
  const part = parseContentPart(block["content"]);
  return part === null ? [] : [part];
}

function readDiff({ type, path, oldText, newText }: Fields): FileDiff[] {
  const where = toText(path);
  if (type !== "diff" || where === null || typeof newText !== "string") return [];
  return [{ path: where, oldText: typeof oldText === "string" ? oldText : null, newText }];
}

function readLocation({ path, line }: Fields): FileLocation[] {
  const where = toText(path);
  return where === null ? [] : [{ path: where, line: toCount(line) }];
}
