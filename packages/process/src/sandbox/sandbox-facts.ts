import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { findGitGuards, type GitGuard } from "./git-guards.ts";
import { isInside } from "./is-inside.ts";
import { readRealPath } from "./real-path.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";
import { RESOLVER_SOCKETS } from "./secret-paths.ts";

/** Something that exists and is to be hidden, by its real path. */
export interface HiddenPath {
  readonly path: string;
  readonly kind: "directory" | "file";
}

/** What a sandbox has to know of the machine at the start of one command. */
export interface SandboxFacts {
  readonly cwd: string;
  /** Real paths of the directories for temporary files, the system's own first. */
  readonly temporaryRoots: readonly string[];
  readonly hidden: readonly HiddenPath[];
  /** What of repositories in the writable roots must not be changed. */
  readonly gitGuards: readonly GitGuard[];
  readonly isRoot: boolean;
}

/** Looks at the paths of a policy. What does not exist is left out. */
export function readSandboxFacts(policy: SandboxPolicy, cwd: string): SandboxFacts {
  const realCwd = readRealPath(cwd) ?? cwd;
  const hidden = policy.network ? policy.hiddenPaths : [...policy.hiddenPaths, ...RESOLVER_SOCKETS];
  return {
    cwd: realCwd,
    temporaryRoots: [...new Set(["/tmp", tmpdir()].map((path) => readRealPath(path)))].filter(
      isPath,
    ),
    hidden: readHidden(hidden),
    gitGuards:
      policy.mode === "workspace-write"
        ? policy.writableRoots.flatMap((root) => findGitGuards(root, realCwd))
        : [],
    isRoot: process.getuid?.() === 0,
  };
}

/** What lies in a directory that is hidden is hidden with it; there is nothing left to put something over. */
function readHidden(paths: readonly string[]): HiddenPath[] {
  const real = [...new Set(paths.map((path) => readRealPath(path)))].filter(isPath);
  const hidden = real.map((path): HiddenPath => {
    return { path, kind: statSync(path).isDirectory() ? "directory" : "file" };
  });
  return hidden.filter(
    ({ path }) => !hidden.some((other) => other.path !== path && isInside(path, other.path)),
  );
}

function isPath(path: string | null): path is string {
  return path !== null;
}
