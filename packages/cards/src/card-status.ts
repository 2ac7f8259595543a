import type { Ending, Exit, TerminalState } from "@termwire/terminal";

/** What a card says of its command. `pending`: nothing was heard of it yet. */
export type StatusKind =
  | "pending"
  | "running"
  | "waiting"
  | "exited"
  | "signaled"
  | "timed-out"
  | "stopped"
  | "cancelled"
  | "denied"
  | "not-started"
  | "lost";

/** How a status looks: a colour, and never the only way to tell. */
export type StatusTone = "quiet" | "live" | "attention" | "good" | "bad";

/** One status. `exit` is how the command ended, next to why; null while it has not, or where that says nothing. */
export interface CardStatus {
  readonly kind: StatusKind;
  readonly tone: StatusTone;
  readonly exit: Exit | null;
}

/** The status of a terminal; undefined is one that was not heard of. */
export function toCardStatus(state: TerminalState | undefined): CardStatus {
  if (state === undefined) return { kind: "pending", tone: "quiet", exit: null };
  if (state.ending !== null) return endedStatus(state.ending);
  return state.isWaiting
    ? { kind: "waiting", tone: "attention", exit: null }
    : { kind: "running", tone: "live", exit: null };
}

function endedStatus(ending: Ending): CardStatus {
  switch (ending.cause) {
    case "exit":
      return exitStatus(ending);
    case "timeout":
      return { kind: "timed-out", tone: "bad", exit: ending };
    case "stopped":
    case "cancelled":
      return { kind: ending.cause, tone: "quiet", exit: ending };
    case "denied":
      return { kind: "denied", tone: "quiet", exit: null };
    case "not-started":
      return { kind: "not-started", tone: "bad", exit: ending };
    case "disconnected":
      return { kind: "lost", tone: "bad", exit: ending };
  }
}

function exitStatus(exit: Exit): CardStatus {
  switch (exit.kind) {
    case "exited":
      return { kind: "exited", tone: exit.code === 0 ? "good" : "bad", exit };
    case "signaled":
      return { kind: "signaled", tone: "bad", exit };
    case "lost":
      return { kind: "lost", tone: "bad", exit };
  }
}
