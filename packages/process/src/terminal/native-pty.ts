import { createRequire } from "node:module";

/** Both ends of a terminal as the native module opens them: not blocking, and inherited by children. */
export interface OpenedPty {
  readonly master: number;
  readonly slave: number;
  /** The path of the slave. */
  readonly pty: string;
}

/** The two calls that Node has no way to make by itself. */
export interface NativePty {
  open(cols: number, rows: number): OpenedPty;
  resize(master: number, cols: number, rows: number): void;
}

let loaded: NativePty | null | undefined;

/**
 * The native part of node-pty, loaded once; null where it is not installed. Its terminal class is not used: it loses
 * the last bytes of short commands, and reports no signal as the signal 0.
 */
export function loadNativePty(): NativePty | null {
  loaded ??= requireNativePty();
  return loaded;
}

function requireNativePty(): NativePty | null {
  const name = `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`;
  try {
    // Resolved from the package that depends on it.
    const main = createRequire(import.meta.url).resolve("@lydell/node-pty");
    return createRequire(main)(name) as NativePty; // the shape of the version that is pinned
  } catch {
    return null;
  }
}
