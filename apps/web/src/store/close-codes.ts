import type { ConnectionState } from "./page-state.ts";

/** What the server means when it closes a connection. */
export const CLOSE_CODES = {
  serverEnds: 1001,
  agentStartedAnew: 4001,
  tabTooSlow: 4008,
  noSuchAgent: 4404,
} as const;

/** True for a close after which one connects again at once. */
export function isAgainAtOnce(code: number): boolean {
  return code === CLOSE_CODES.agentStartedAnew || code === CLOSE_CODES.tabTooSlow;
}

/** The connection is lost. That the server has ended stays known until it is back. */
export function toLost(before: ConnectionState, code: number): ConnectionState {
  const isKnown = before.kind === "lost" && before.hasServerEnded;
  return { kind: "lost", hasServerEnded: isKnown || code === CLOSE_CODES.serverEnds };
}
