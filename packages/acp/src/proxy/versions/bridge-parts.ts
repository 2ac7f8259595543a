import type { UpdateFields } from "../../dialects/terminal-decoder.ts";

/** What a bridge is made with. */
export interface BridgeParts {
  /** What the agent said of itself, in its version. */
  readonly introduction: UpdateFields;
  /** Names what has no name in the other version. */
  readonly newId: (prefix: string) => string;
  /** Says what cannot be said in the other version, and is left out. */
  readonly explain: (sessionId: string | null, what: string) => void;
}
