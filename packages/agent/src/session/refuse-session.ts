import { AcpError } from "@termwire/acp/agent";

/** What is said of a session nobody knows. */
export function refuseUnknown(sessionId: string): AcpError {
  return new AcpError("unknown-session", `there is no session ${JSON.stringify(sessionId)}`, {
    sessionId,
  });
}

/** What is said of a session that somebody works on. */
export function refuseBusy(sessionId: string): AcpError {
  return new AcpError(
    "session-busy",
    `session ${sessionId} is open elsewhere; close it there first`,
    { sessionId },
  );
}
