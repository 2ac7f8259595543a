/**
 * What holds all commands of a session. `off`: nothing. `workspace-write`: only the session's directory can be written.
 * `read-only`: nothing can.
 */
export type SandboxLevel = "off" | "workspace-write" | "read-only";

/** All of them, each stricter than the one before. */
export const SANDBOX_LEVELS: readonly SandboxLevel[] = ["off", "workspace-write", "read-only"];

/** The id under which a session's log keeps it. */
export const SANDBOX_SETTING = "sandbox";

/** The words a person may use for a level. */
const WORDS: Readonly<Record<string, SandboxLevel>> = {
  off: "off",
  workspace: "workspace-write",
  "workspace-write": "workspace-write",
  "read-only": "read-only",
};

/** Reads a person's word for a level; null for any other. */
export function parseSandboxLevel(word: string): SandboxLevel | null {
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? null) : null;
}

/** The stricter of two. */
export function toStricter(one: SandboxLevel, other: SandboxLevel): SandboxLevel {
  return SANDBOX_LEVELS.indexOf(one) >= SANDBOX_LEVELS.indexOf(other) ? one : other;
}
