import type { Ending } from "@termwire/terminal";
import type { SandboxPolicy } from "./sandbox-policy.ts";

/** How much of the end of an output is looked at: programs name the reason for their failure last. */
export const DENIAL_TAIL_BYTES: number = 8 * 1024;

/** One line for a person or a model. */
const MAX_DENIAL_CHARACTERS = 300;

const READ_ONLY = /read-only file system|EROFS|deny\(1\)/iu;

const NO_NETWORK =
  /could not resolve (?:host|proxy)|temporary failure (?:in name resolution|resolving)|name or service not known|nodename nor servname|network is unreachable|ENETUNREACH|EAI_AGAIN|getaddrinfo ENOTFOUND/iu;

const NOT_PERMITTED = /permission denied|operation not permitted|EACCES|EPERM/iu;

/**
 * The line of an output in which a command that failed says that it was kept from something, as a sandbox does: the
 * last one about a read-only file system, else about a network that is off, else about a permission. Null when it ended
 * well, was not started, or says nothing of the kind.
 */
export function findDenial(
  policy: Pick<SandboxPolicy, "network">,
  ending: Ending,
  tail: string,
): string | null {
  if (!isFailure(ending)) return null;
  const lines = tail.split(/[\r\n]+/u).map(toPlainLine);
  const signs = policy.network
    ? [READ_ONLY, NOT_PERMITTED]
    : [READ_ONLY, NO_NETWORK, NOT_PERMITTED];
  for (const sign of signs) {
    const line = lines.findLast((candidate) => sign.test(candidate));
    if (line !== undefined) return line.slice(0, MAX_DENIAL_CHARACTERS);
  }
  return null;
}

function isFailure(ending: Ending): boolean {
  if (ending.kind === "exited") return ending.code !== 0 && ending.cause !== "not-started";
  return ending.kind === "signaled";
}

/** Without colours and control characters. */
function toPlainLine(line: string): string {
  // eslint-disable-next-line no-control-regex
  return line.replace(/\u001B\[[0-9;:?]*[ -/]*[@-~]|[\u0000-\u001F\u007F-\u009F]/gu, "").trim();
}
