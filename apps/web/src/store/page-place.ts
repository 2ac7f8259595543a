/** What the page looks at: it is in the address, so that a reload comes back to it. */
export interface PagePlace {
  /** Null for the server's choice. */
  readonly agentId: string | null;
  readonly sessionId: string | null;
}

/** Reads the part of an address behind `#`. */
export function parsePlace(hash: string): PagePlace {
  const params = new URLSearchParams(hash.replace(/^#/u, ""));
  return { agentId: params.get("agent"), sessionId: params.get("session") };
}

/** The inverse of {@link parsePlace}; empty for the place where the page begins. */
export function renderPlace({ agentId, sessionId }: PagePlace): string {
  const params = new URLSearchParams();
  if (agentId !== null) params.set("agent", agentId);
  if (sessionId !== null) params.set("session", sessionId);
  const text = params.toString();
  return text === "" ? "" : `#${text}`;
}
