/** One thing the proxy made different from what the agent sent. */
export interface ProxyChange {
  readonly kind:
    | "capabilities"
    | "retold"
    | "stripped"
    | "served"
    | "merged"
    | "bridged"
    | "left out"
    | "closed"
    | "noted"
    | "dropped"
    | "failed";
  readonly sessionId: string | null;
  readonly toolCallId: string | null;
  /** For a person. */
  readonly what: string;
}

/** Takes what was changed. */
export type Explain = (change: ProxyChange) => void;

/** One line for a person. */
export function describeChange({ kind, toolCallId, what }: ProxyChange): string {
  return toolCallId === null ? `${kind}: ${what}` : `${kind}: ${toolCallId}: ${what}`;
}
