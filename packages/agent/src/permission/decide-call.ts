import { resolveDirectory } from "@termwire/terminal";
import { readViewCommand, type CallView } from "@termwire/tools";
import { createCommandPattern, isCovered, type CommandPattern } from "./command-pattern.ts";
import type { PermissionMode } from "./permission-mode.ts";

/** Everything a decision depends on. */
export interface CallFacts {
  readonly mode: PermissionMode;
  /** Whose command it is. */
  readonly author: "person" | "model";
  readonly hasSandbox: boolean;
  readonly view: CallView;
  /** The session's directory. */
  readonly cwd: string;
  /** What was allowed for this session. */
  readonly granted: readonly CommandPattern[];
}

/** What becomes of a call. `pattern` can be allowed for the rest of the session; null when only this call can. */
export type CallRuling =
  | { readonly kind: "run" }
  /** In the sandbox; the person is asked before it runs again outside. */
  | { readonly kind: "run-inside"; readonly pattern: CommandPattern | null }
  | { readonly kind: "ask"; readonly pattern: CommandPattern | null };

/** What calls do that look and change nothing. Their tools are bound to the session's directory by themselves, or not at all. */
const HARMLESS_KINDS: ReadonlySet<string | undefined> = new Set(["read", "search", "think"]);

/**
 * Decides about one call. What the person typed is theirs. A sandbox holds commands, nothing else: an edit is asked
 * about in `auto`, too. A granted pattern lets a command out of the sandbox, which is what was asked about.
 */
export function decideCall(facts: CallFacts): CallRuling {
  const { mode, author, hasSandbox, view, cwd, granted } = facts;
  if (author === "person" || mode === "full") return { kind: "run" };
  const shown = readViewCommand(view);
  if (shown === null) return isHarmless(view) ? { kind: "run" } : { kind: "ask", pattern: null };
  const command = { line: shown.line, cwd: resolveDirectory(cwd, shown.cwd) };
  if (granted.some((pattern) => isCovered(command, pattern))) return { kind: "run" };
  const pattern = createCommandPattern(command);
  return mode === "auto" && hasSandbox ? { kind: "run-inside", pattern } : { kind: "ask", pattern };
}

function isHarmless(view: CallView): boolean {
  return view.card === "plan" || (view.card === "generic" && HARMLESS_KINDS.has(view.kind));
}
