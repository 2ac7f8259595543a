import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { createProcessIdentities } from "../identity/process-identities.ts";
import { createSpillFile, type SpillFile } from "./spill-file.ts";
import { renderSpillOwner } from "./spill-owner.ts";
import { sweepSpills } from "./sweep-spills.ts";

/** Where a runner's commands spill to. */
export interface SpillDirectory {
  /**
   * Creates a file of random name, in a directory of this process that nobody else may enter. The directory is made
   * with its first file and removed with its last one, at the latest when this process exits.
   *
   * @throws Error of the operating system when there is no place for it.
   */
  createFile(): SpillFile;
  /** Removes, in the background and once, what processes that were killed have left. */
  startSweep(): void;
}

/** Creates it under the first of `roots` that can be used. */
export function createSpillDirectory(
  roots: readonly string[],
  platform: NodeJS.Platform,
): SpillDirectory {
  return new ProcessDirectory(roots, platform);
}

class ProcessDirectory implements SpillDirectory {
  readonly #roots: readonly string[];
  readonly #platform: NodeJS.Platform;
  readonly #files = new Set<SpillFile>();
  #path: string | null = null;
  #isSwept = false;

  constructor(roots: readonly string[], platform: NodeJS.Platform) {
    this.#roots = roots;
    this.#platform = platform;
  }

  createFile(): SpillFile {
    const file = this.#createOwned();
    this.#files.add(file);
    return file;
  }

  startSweep(): void {
    if (this.#isSwept) return;
    this.#isSwept = true;
    void sweepSpills(this.#roots, this.#platform);
  }

  /** A directory that somebody tidied away is made again. */
  #createOwned(): SpillFile {
    if (this.#path !== null && !existsSync(this.#path)) this.#forgetDirectory();
    this.#path ??= this.#createDirectory();
    return createSpillFile(join(this.#path, `${randomUUID()}.log`), (file) => {
      if (this.#files.delete(file) && this.#files.size === 0) this.#forgetDirectory();
    });
  }

  #createDirectory(): string {
    const prefix = renderSpillOwner(createProcessIdentities(this.#platform).readOwn());
    const path = createUnderFirst(this.#roots, prefix);
    removeAtExit.add(path);
    return path;
  }

  #forgetDirectory(): void {
    if (this.#path === null) return;
    removeAtExit.delete(this.#path);
    try {
      rmdirSync(this.#path);
    } catch {
      // Somebody else removed it, or put something in it.
    }
    this.#path = null;
  }
}

function createUnderFirst(roots: readonly string[], prefix: string): string {
  const failures: unknown[] = [];
  for (const root of roots) {
    try {
      return mkdtempSync(join(openRoot(root), prefix));
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0] instanceof Error ? failures[0] : new Error("no directory for spill files");
}

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/** Refuses a directory in which somebody else could put another one in the place of ours. */
function openRoot(root: string): string {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const path = realpathSync(root);
  const { uid, mode } = statSync(path);
  const own = process.getuid?.() ?? uid;
  const isOpen = (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0;
  if ((uid !== own && uid !== 0) || (isOpen && process.platform !== "win32")) {
    throw new Error(`${path} is within reach of other users`);
  }
  return path;
}

/** Directories that live; one listener for all of them, none when there are none. */
const removeAtExit = {
  paths: new Set<string>(),
  remove: (): void => {
    for (const path of removeAtExit.paths) removeTree(path);
  },
  add: (path: string): void => {
    if (removeAtExit.paths.size === 0) process.on("exit", removeAtExit.remove);
    removeAtExit.paths.add(path);
  },
  delete: (path: string): void => {
    if (removeAtExit.paths.delete(path) && removeAtExit.paths.size === 0) {
      process.off("exit", removeAtExit.remove);
    }
  },
};

function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The next process that spills tries again.
  }
}
