import type { Ending } from "./ending.ts";
import type { TerminalEvent, TerminalSize } from "./terminal-event.ts";
import type { TerminalId } from "./terminal-id.ts";

/** The record of one command without its bytes: plain data, safe to copy, store and compare. */
export interface TerminalState {
  readonly id: TerminalId;
  /** The command line as a person would type it; null until a peer says it. */
  readonly command: string | null;
  /** Absolute directory; null until a peer says it. */
  readonly cwd: string | null;
  readonly size: TerminalSize | null;
  /** Milliseconds since the epoch; null for a terminal that was never announced. */
  readonly startedAtMs: number | null;
  /** Null while it runs. Set once: the first ending wins. */
  readonly ending: Ending | null;
  readonly durationMs: number | null;
  /** True while it is known to wait for somebody to type; never after its ending. */
  readonly isWaiting: boolean;
  /** Bytes shown so far, not counting lost ones. */
  readonly outputBytes: number;
  /** Bytes known to be missing. */
  readonly lostBytes: number;
  /** What was wrong with how the terminal was reported, in order, each once. */
  readonly notes: readonly string[];
}

/** A note said when a second ending comes; the first one stays. */
export const SECOND_ENDING_NOTE = "ending reported twice";

/**
 * Folds one event into the state of its terminal; pure and total. `state` is undefined before the first event,
 * which need not be `terminal-started`: a peer may send output for an id it announces later, and announce it twice;
 * what is known never becomes unknown again but by `terminal-changed`.
 */
export function applyTerminalEvent(
  state: TerminalState | undefined,
  event: TerminalEvent,
): TerminalState {
  const current = state ?? emptyState(event.id);
  switch (event.type) {
    case "terminal-started":
      return announced(current, event);
    case "terminal-changed":
      return { ...current, command: event.command, cwd: event.cwd, size: event.size };
    case "output-appended":
      return { ...current, outputBytes: current.outputBytes + event.bytes.length };
    case "output-replaced":
      return { ...current, outputBytes: event.bytes.length, lostBytes: 0 };
    case "output-lost":
      return { ...current, lostBytes: current.lostBytes + event.lostBytes };
    case "waiting-changed":
      return { ...current, isWaiting: event.isWaiting && current.ending === null };
    case "terminal-ended":
      return current.ending === null
        ? { ...current, ending: event.ending, durationMs: event.durationMs, isWaiting: false }
        : withNote(current, SECOND_ENDING_NOTE);
    case "note-added":
      return withNote(current, event.note);
  }
}

function announced(
  state: TerminalState,
  event: Extract<TerminalEvent, { readonly type: "terminal-started" }>,
): TerminalState {
  return {
    ...state,
    command: event.command ?? state.command,
    cwd: event.cwd ?? state.cwd,
    size: event.size ?? state.size,
    startedAtMs: state.startedAtMs ?? event.startedAtMs,
  };
}

function emptyState(id: TerminalId): TerminalState {
  return {
    id,
    command: null,
    cwd: null,
    size: null,
    startedAtMs: null,
    ending: null,
    durationMs: null,
    isWaiting: false,
    outputBytes: 0,
    lostBytes: 0,
    notes: [],
  };
}

function withNote(state: TerminalState, note: string): TerminalState {
  return state.notes.includes(note) ? state : { ...state, notes: [...state.notes, note] };
}
