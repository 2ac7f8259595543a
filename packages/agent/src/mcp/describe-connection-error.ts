/** A longer word about what is wrong is a page of HTML. */
const MAX_CHARACTERS = 300;

/** The SDK's own codes, of a request that took too long and of one whose server went away. */
const REQUEST_TIMEOUT = -32001;
const CONNECTION_CLOSED = -32000;

/** What went wrong with a server, in a few words on one line. Errors of the SDK have a status of HTTP as their code. */
export function describeConnectionError(error: unknown, boundMs: number): string {
  if (isLate(error)) return `it did not answer within ${boundMs} ms`;
  if (readCode(error) === CONNECTION_CLOSED) return "it ended the connection";
  const words = error instanceof Error ? error.message : String(error);
  const line = `${words}${describeCause(error)}`.replaceAll(/\s+/gu, " ");
  const short = line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS)}…`;
  const code = readCode(error);
  return code !== null && code >= 100 && code < 600 ? `HTTP ${code}: ${short}` : short;
}

function isLate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "TimeoutError" || readCode(error) === REQUEST_TIMEOUT;
}

function readCode(error: unknown): number | null {
  return error instanceof Error && "code" in error && typeof error.code === "number"
    ? error.code
    : null;
}

/** `fetch` says what is wrong in its cause only; its errors are of this type. */
function describeCause(error: unknown): string {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
}
