import type { ToolCallContent } from "@agentclientprotocol/sdk/experimental/v2";
import type { ViewDiff } from "@termwire/tools";

/** A change of one file with an absolute path: what was done, and a patch that takes all of the old for all of the new. */
export function toV2Diff({ path, oldText, newText }: ViewDiff): ToolCallContent {
  return {
    type: "diff",
    changes: [oldText === null ? { operation: "add", path } : { operation: "modify", path }],
    patch: { format: "git_patch", text: toPatch({ path, oldText, newText }) },
  };
}

function toPatch({ path, oldText, newText }: ViewDiff): string {
  const name = path.replace(/^\//, "");
  const removed = toLines(oldText ?? "", "-");
  const added = toLines(newText, "+");
  const head = [
    `diff --git a/${name} b/${name}`,
    ...(oldText === null ? ["new file mode 100644"] : []),
    `--- ${oldText === null ? "/dev/null" : `a/${name}`}`,
    `+++ b/${name}`,
    `@@ -${toRange(removed.count)} +${toRange(added.count)} @@`,
  ];
  return `${[...head, ...removed.lines, ...added.lines].join("\n")}\n`;
}

function toLines(text: string, sign: "-" | "+"): { lines: string[]; count: number } {
  if (text === "") return { lines: [], count: 0 };
  const isWhole = text.endsWith("\n");
  const lines = (isWhole ? text.slice(0, -1) : text).split("\n").map((line) => sign + line);
  const count = lines.length;
  return { lines: isWhole ? lines : [...lines, "\\ No newline at end of file"], count };
}

function toRange(count: number): string {
  return count === 0 ? "0,0" : `1,${count}`;
}
