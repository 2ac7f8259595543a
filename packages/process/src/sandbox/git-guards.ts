import { lstatSync, readFileSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isInside } from "./is-inside.ts";
import { readRealPath } from "./real-path.ts";

/**
 * One place of a repository that a sandbox treats apart: `pinned` stays writable but cannot be moved away,
 * `read-only` cannot be changed, `empty` is a directory that does not exist and cannot come to be.
 */
export interface GitGuard {
  readonly path: string;
  readonly treatment: "pinned" | "read-only" | "empty";
}

/** What of a repository is executed by git later, outside of the sandbox, beside hooks and the configuration. */
const EXECUTED_IF_THERE: readonly string[] = ["config.worktree", "commondir", "modules"];

/**
 * Finds what must be guarded in the repositories of a writable root: its own, and those in which `cwd` lies. Outside of
 * the root nothing is writable anyway. Order matters: what is inside comes after what it is in.
 */
export function findGitGuards(root: string, cwd: string): GitGuard[] {
  return listDirectories(root, cwd).flatMap((directory) => guardRepository(root, directory));
}

function listDirectories(root: string, cwd: string): string[] {
  const directories = [root];
  if (!isInside(cwd, root)) return directories;
  for (let at = cwd; at !== root; at = dirname(at)) directories.push(at);
  return directories;
}

function guardRepository(root: string, directory: string): GitGuard[] {
  const git = join(directory, ".git");
  const stats = readStats(git);
  if (stats === null) return [];
  if (stats.isDirectory()) return guardGitDirectory(git);
  if (stats.isFile()) {
    return [{ path: git, treatment: "read-only" }, ...guardLinked(root, git)];
  }
  return readOnlyInside(root, git);
}

/**
 * Pinned, since a directory that can be renamed can be replaced together with its hooks. One that is not as git makes
 * it is read-only as a whole.
 */
function guardGitDirectory(git: string): GitGuard[] {
  const hooks = readStats(join(git, "hooks"));
  const config = readStats(join(git, "config"));
  const isRegular = config?.isFile() === true && (hooks === null || hooks.isDirectory());
  if (!isRegular) return [{ path: git, treatment: "read-only" }];
  const present = EXECUTED_IF_THERE.map((name) => join(git, name)).filter(
    (path) => readStats(path) !== null,
  );
  return [
    { path: git, treatment: "pinned" },
    { path: join(git, "hooks"), treatment: hooks === null ? "empty" : "read-only" },
    ...[join(git, "config"), ...present].map((path) => readOnly(path)),
  ];
}

/** A worktree or a submodule: `.git` is a file that names the directory, which may name another one. */
function guardLinked(root: string, file: string): GitGuard[] {
  const directory = readLink(file, /^gitdir: (.+)$/mu, dirname(file));
  if (directory === null) return [];
  const common = readLink(join(directory, "commondir"), /^(.+)$/mu, directory) ?? directory;
  const own = EXECUTED_IF_THERE.map((name) => join(directory, name));
  return [
    ...(isInside(common, root) ? guardGitDirectory(common) : []),
    ...own.filter((path) => readStats(path) !== null).flatMap((path) => readOnlyInside(root, path)),
  ];
}

function readLink(file: string, pattern: RegExp, base: string): string | null {
  if (readStats(file)?.isFile() !== true) return null;
  const [, target] = pattern.exec(readFileSync(file, "utf8")) ?? [];
  if (target === undefined) return null;
  return readRealPath(isAbsolute(target) ? target : resolve(base, target));
}

function readOnlyInside(root: string, path: string): GitGuard[] {
  const real = readRealPath(path);
  return real !== null && isInside(real, root) ? [readOnly(real)] : [];
}

function readOnly(path: string): GitGuard {
  return { path, treatment: "read-only" };
}

function readStats(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
