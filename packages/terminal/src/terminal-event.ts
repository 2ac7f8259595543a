import type { Ending } from "./ending.ts";
import type { TerminalId } from "./terminal-id.ts";

/** Character cells of a terminal. */
export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

/**
 * What happens to a terminal, as plain data. Runners and dialect decoders produce it,
 * {@link applyTerminalEvent} folds it, cards draw it.
 *
 * `terminal-changed` says anew what is known of the command: all three, null being unknown again.
 * `output-appended` continues the stream; `output-replaced` is the whole output so far, from a peer that only
 * sends snapshots; `output-lost` says that bytes are missing at this place. `waiting-changed` says whether the command
 * waits for somebody to type.
 */
export type TerminalEvent =
  | {
      readonly type: "terminal-started";
      readonly id: TerminalId;
      readonly command: string | null;
      readonly cwd: string | null;
      readonly size: TerminalSize | null;
      readonly startedAtMs: number;
    }
  | {
      readonly type: "terminal-changed";
      readonly id: TerminalId;
      readonly command: string | null;
      readonly cwd: string | null;
      readonly size: TerminalSize | null;
    }
  | { readonly type: "output-appended"; readonly id: TerminalId; readonly bytes: Uint8Array }
  | { readonly type: "output-replaced"; readonly id: TerminalId; readonly bytes: Uint8Array }
  | { readonly type: "waiting-changed"; readonly id: TerminalId; readonly isWaiting: boolean }
  | { readonly type: "output-lost"; readonly id: TerminalId; readonly lostBytes: number }
  | {
      readonly type: "terminal-ended";
      readonly id: TerminalId;
      readonly ending: Ending;
      readonly durationMs: number | null;
    }
  | { readonly type: "note-added"; readonly id: TerminalId; readonly note: string };
