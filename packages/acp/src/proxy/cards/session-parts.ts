import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import type { Explain } from "../explain.ts";
import type { CardContext } from "./card-context.ts";
import type { SpeakTerminals } from "./speak-terminals.ts";

/** What one session needs of its connection. */
export interface SessionParts {
  readonly sessionId: string;
  readonly speak: SpeakTerminals;
  readonly canStop: CardContext["canStop"];
  /** The client runs the agent's commands and shows them itself. */
  readonly passTerminals: boolean;
  /** Where the session works; null when nobody said. */
  readonly cwd: string | null;
  /** What both sides said of themselves, as `initialize` and its answer. */
  readonly handshake: { readonly offer: UpdateFields; readonly introduction: UpdateFields };
  readonly send: (update: UpdateFields) => Promise<void>;
  readonly later: CardContext["later"];
  /** Events wait to be drained. */
  readonly onEvents: () => void;
  readonly explain: Explain;
}
