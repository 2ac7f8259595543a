import { toTerminalId, type Ending, type TerminalEvent, type TerminalId } from "@termwire/terminal";

/** An update's members, unchecked: every decoder reads them as unknowns and ignores what it cannot use. */
export type UpdateFields = Readonly<Record<string, unknown>>;

/** Where a decoder puts what it understood. */
export type EmitTerminalEvent = (toolCallId: string, event: TerminalEvent) => void;

/** Reads one session's terminals in one dialect. Total: a peer's mistake costs at most what it got wrong. */
export interface TerminalDecoder {
  /** A `tool_call`; true when this dialect takes the call. */
  startCall(fields: UpdateFields): boolean;
  /** A `tool_call_update`, for any call. */
  updateCall(fields: UpdateFields): void;
  /** Ends every terminal that has no ending yet. */
  closeOpen(ending: Ending): void;
}

/** A peer's terminal id, or null for something that cannot be one. */
export function parseTerminalId(value: unknown): TerminalId | null {
  if (typeof value !== "string") return null;
  try {
    return toTerminalId(value);
  } catch {
    return null;
  }
}
