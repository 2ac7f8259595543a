import { TerminalError, type RunningCommand, type TerminalSize } from "@termwire/terminal";
import { AcpError } from "../../acp-error.ts";
import { INPUT_LIMIT_BYTES } from "../../terminal-control.ts";

/** One command that runs, as its terminal is controlled. */
export interface LiveTerminal {
  readonly command: RunningCommand;
  /** It was given another size. */
  readonly onResized: (size: TerminalSize) => void;
}

/**
 * The terminals of one session in which a command runs, by their names on the wire. Everything but `add` throws
 * AcpError `unknown-terminal` for one in which none does.
 */
export interface LiveTerminals {
  /** From now until the command has completed. */
  add(terminalId: string, terminal: LiveTerminal): void;
  /** Ends the command as stopped; its end is told by its terminal. */
  stop(terminalId: string): void;
  /**
   * Types into it. Resolves when the system has taken all of it.
   *
   * @throws AcpError `invalid-params` for a command that takes no input, ended without taking it, or has so much left to
   * take that no more is kept for it.
   */
  write(terminalId: string, bytes: Uint8Array): Promise<void>;
  /** @throws AcpError `invalid-params` for a command that has no terminal of its own. */
  resize(terminalId: string, size: TerminalSize): void;
}

/** What may wait for a command to read it: four of the largest requests, more than anybody types ahead. */
const WAITING_LIMIT_BYTES = 4 * INPUT_LIMIT_BYTES;

function toTooMuch(terminalId: string): AcpError {
  const message = `terminal "${terminalId}": its command has not taken what was typed before; at most ${WAITING_LIMIT_BYTES} bytes wait for it`;
  return new AcpError("invalid-params", message, { terminalId, limitBytes: WAITING_LIMIT_BYTES });
}

/** Creates the empty record of one session. */
export function createLiveTerminals(): LiveTerminals {
  const running = new Map<string, LiveTerminal>();
  const waitingBytes = new Map<RunningCommand, number>();
  const wait = (command: RunningCommand, bytes: number): number => {
    const waiting = (waitingBytes.get(command) ?? 0) + bytes;
    if (waiting === 0) waitingBytes.delete(command);
    else waitingBytes.set(command, waiting);
    return waiting;
  };
  const find = (terminalId: string): LiveTerminal => {
    const terminal = running.get(terminalId);
    if (terminal !== undefined) return terminal;
    const message = `no command runs in terminal "${terminalId}"`;
    throw new AcpError("unknown-terminal", message, { terminalId });
  };
  return {
    add(terminalId, terminal) {
      running.set(terminalId, terminal);
      void terminal.command.completed.then(() => running.delete(terminalId));
    },
    stop: (terminalId) => stopCommand(find(terminalId).command),
    async write(terminalId, bytes) {
      const { command } = find(terminalId);
      try {
        if (wait(command, bytes.length) > WAITING_LIMIT_BYTES) throw toTooMuch(terminalId);
        await command.write(bytes);
      } catch (error) {
        if (!TerminalError.is(error)) throw error;
        const message = `terminal "${terminalId}": ${error.message}`;
        throw new AcpError("invalid-params", message, { terminalId });
      } finally {
        wait(command, -bytes.length);
      }
    },
    resize(terminalId, size) {
      const { command, onResized } = find(terminalId);
      if (command.spec.size === null) {
        const message = `terminal "${terminalId}" has no size: its command prints into a pipe`;
        throw new AcpError("invalid-params", message, { terminalId });
      }
      command.resize(size);
      onResized(size);
    },
  };
}

/** The end is told by the command itself; that it could not be ended, too. */
export function stopCommand(command: RunningCommand): void {
  void command.terminate("stopped").catch(() => undefined);
}
