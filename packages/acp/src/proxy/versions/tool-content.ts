import { toV2Diff } from "../../agent/v2/diff.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import { parseGitPatch } from "./git-patch.ts";

/** What a call shows, as version 2 has it. */
export function toV2Content(content: unknown): readonly unknown[] {
  return readList(content).map((block) => {
    if (block["type"] !== "diff") return block;
    const { path, oldText, newText } = block;
    const diff = {
      path: toText(path) ?? "",
      oldText: typeof oldText === "string" ? oldText : null,
      newText: toText(newText) ?? "",
    };
    return { ...toV2Diff(diff), ...keepMeta(block) };
  });
}

/** What a call shows, as version 1 has it: a patch in pieces, and a change that has none in words. */
export function toV1Content(content: unknown): readonly UpdateFields[] {
  return readList(content).flatMap((block) => {
    if (block["type"] === "diff") return toV1Diffs(block);
    return KNOWN.has(block["type"]) ? [block] : [];
  });
}

const KNOWN: ReadonlySet<unknown> = new Set(["content", "terminal"]);

function toV1Diffs(block: UpdateFields): readonly UpdateFields[] {
  const changes = readList(block["changes"]);
  const { format, text } = toFields(block["patch"]);
  const pieces = format === "git_patch" ? parseGitPatch(toText(text) ?? "") : [];
  if (pieces.length === 0) return changes.map(toWords);
  const paths = changes.map(({ path }) => toText(path) ?? "");
  return pieces.map(({ path, ...piece }) => ({
    type: "diff",
    path: findPath(paths, path),
    ...piece,
    ...keepMeta(block),
  }));
}

/** A patch names files from somewhere; a change names them from the root. */
function findPath(paths: readonly string[], named: string): string {
  const [only] = paths;
  if (only !== undefined && paths.length === 1) return only;
  return paths.find((path) => path === named || path.endsWith(`/${named}`)) ?? named;
}

function toWords({ operation, path, oldPath }: UpdateFields): UpdateFields {
  const from = toText(oldPath);
  const what = `${toText(operation) ?? "change"} ${from === null ? "" : `${from} → `}${toText(path) ?? ""}`;
  return { type: "content", content: { type: "text", text: what } };
}

function keepMeta({ _meta }: UpdateFields): UpdateFields {
  return typeof _meta === "object" && _meta !== null ? { _meta } : {};
}

function readList(content: unknown): readonly UpdateFields[] {
  return Array.isArray(content) ? content.map(toFields) : [];
}
