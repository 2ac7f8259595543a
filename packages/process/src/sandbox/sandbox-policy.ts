import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { TerminalError } from "@termwire/terminal";
import { isInside } from "./is-inside.ts";
import { readRealPath } from "./real-path.ts";
import { listSecretPaths } from "./secret-paths.ts";

/**
 * `read-only`: nothing of the file system can be changed. `workspace-write`: only what is in the writable roots. `off`:
 * no sandbox.
 */
export type SandboxMode = "read-only" | "workspace-write" | "off";

/** What a caller decides about a sandbox. */
export interface SandboxRequest {
  readonly mode: SandboxMode;
  /** Absent: none. */
  readonly network?: boolean;
  /** Absolute directories that exist; for `workspace-write` the session's own, first of all. */
  readonly writableRoots?: readonly string[];
  /** Absolute paths hidden beside those of {@link listSecretPaths}. */
  readonly hiddenPaths?: readonly string[];
  /** Whose secrets are hidden. Absent: the home directory of this user. */
  readonly home?: string;
}

/** A sandbox with nothing left to decide. */
export interface SandboxPolicy {
  readonly mode: SandboxMode;
  readonly network: boolean;
  /** Real paths, none inside another. */
  readonly writableRoots: readonly string[];
  readonly hiddenPaths: readonly string[];
}

/**
 * Decides every default of a sandbox. Links in the roots are followed here, once: what a command puts in their place
 * later does not widen them.
 *
 * @throws TerminalError `invalid-request` for a root that is relative, missing or the whole file system.
 */
export function resolveSandboxPolicy(request: SandboxRequest): SandboxPolicy {
  const home = request.home ?? homedir();
  const roots = [...new Set((request.writableRoots ?? []).map(resolveRoot))];
  return {
    mode: request.mode,
    network: request.network ?? false,
    writableRoots: roots.filter(
      (root) => !roots.some((other) => other !== root && isInside(root, other)),
    ),
    hiddenPaths: [
      ...listSecretPaths(home, process.env),
      ...(request.hiddenPaths ?? []).map((path) => checkAbsolute("hiddenPaths", path)),
    ],
  };
}

function resolveRoot(path: string): string {
  checkAbsolute("writableRoots", path);
  const real = readRealPath(path);
  if (real === null) throw refusal("writableRoots", "directories that exist", path);
  if (real === "/") throw refusal("writableRoots", "less than the whole file system", path);
  return real;
}

function checkAbsolute(name: string, path: string): string {
  if (!isAbsolute(path)) throw refusal(name, "absolute paths", path);
  return path;
}

function refusal(name: string, expected: string, got: string): TerminalError {
  return new TerminalError("invalid-request", `${name}: expected ${expected}, got ${got}`, {
    name,
    expected,
    got,
  });
}
