import { closeSync, constants, openSync } from "node:fs";
import { TerminalError, type TerminalSize } from "@termwire/terminal";
import { keepPrivate } from "../start/private-descriptors.ts";
import { loadNativePty, type NativePty, type OpenedPty } from "./native-pty.ts";

/** One pseudo terminal, its ends open in this process and not in its children. */
export interface Pty {
  /** Never blocks. */
  readonly master: number;
  /**
   * Held open until the command has ended: without any opening of it the master reports the end, together with the
   * last bytes, and those are easily taken for nothing.
   */
  readonly slave: number;
  readonly slavePath: string;
  resize(size: TerminalSize): void;
  closeSlave(): void;
  /** For what closed the master itself. */
  noteMasterClosed(): void;
}

/**
 * Opens a terminal.
 *
 * @throws TerminalError `terminal-unavailable` where the native module is not installed or the system has no more.
 */
export function openPty(size: TerminalSize, native: NativePty | null = loadNativePty()): Pty {
  if (native === null) {
    throw unavailable("the optional dependency @lydell/node-pty is not installed for this system");
  }
  let opened;
  try {
    opened = native.open(size.cols, size.rows);
  } catch (cause) {
    throw unavailable(cause instanceof Error ? cause.message : String(cause), cause);
  }
  const { master, slave, pty: slavePath } = opened;
  const own = openOwnSlave(opened);
  const release = keepPrivate(master);
  let held: number | null = own;
  closeSync(slave); // it does not block and children would inherit it
  return {
    master,
    slave: own,
    slavePath,
    resize: ({ cols, rows }) => native.resize(master, cols, rows),
    closeSlave: () => {
      if (held !== null) closeSync(held);
      held = null;
    },
    noteMasterClosed: release,
  };
}

/** One that blocks, as programs expect of their output, and that children do not inherit by accident. */
function openOwnSlave({ master, slave, pty }: OpenedPty): number {
  try {
    return openSync(pty, constants.O_RDWR | constants.O_NOCTTY);
  } catch (cause) {
    closeSync(slave);
    closeSync(master);
    throw unavailable(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function unavailable(why: string, cause?: unknown): TerminalError {
  return new TerminalError("terminal-unavailable", `cannot open a terminal: ${why}`, {
    why,
    cause,
  });
}
