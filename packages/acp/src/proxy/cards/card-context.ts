import type { DisplayDialect, UpdateFields } from "../../dialects/terminal-decoder.ts";
import type { SpeakTerminals } from "./speak-terminals.ts";

/** What a card needs of its session. */
export interface CardContext {
  readonly speak: SpeakTerminals;
  /** A terminal that is told by this dialect can be ended by the client; null for one that nobody has told of yet. */
  readonly canStop: (dialect: DisplayDialect | null) => boolean;
  /** Sends one update to the client; resolves when it took it. */
  readonly send: (update: UpdateFields) => Promise<void>;
  /** Does `task` in its turn, `delayMs` from now at the earliest. Gives the way to call it off. */
  readonly later: (delayMs: number, task: () => Promise<void>) => () => void;
}
