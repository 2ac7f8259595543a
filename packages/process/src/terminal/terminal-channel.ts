import type { ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import type { CommandInput, TerminalSize } from "@termwire/terminal";
import type { Channel, ChildStdio } from "../channel/channel.ts";
import type { InputPipe } from "../input/input-pipe.ts";
import { DEFAULT_PATH } from "../request/find-shell.ts";
import { checkProgram } from "../start/check-program.ts";
import { signalGroup } from "../tree/signal-group.ts";
import { isTerminalRead } from "./is-terminal-read.ts";
import { planTerminalLaunch } from "./plan-terminal-launch.ts";
import type { Pty } from "./pty.ts";
import { createTerminalInput } from "./terminal-input.ts";
import { createTerminalReader } from "./terminal-reader.ts";

/**
 * Connects a command by a terminal.
 *
 * Typed to, it has the terminal as the controlling one. Otherwise it only prints on it: it has no controlling
 * terminal, so that what insists on asking there (`/dev/tty`) fails at once instead of waiting for an answer.
 */
export function createTerminalChannel(pty: Pty, stdin: CommandInput, input: InputPipe): Channel {
  const isTyped = stdin === "terminal";
  const stdio: ChildStdio = isTyped
    ? ["ignore", "ignore", "ignore"]
    : [input.stdio, pty.slave, pty.slave];
  return {
    stdio,
    adaptPlan: (plan, { cwd, env }) => {
      if (!isTyped) return plan;
      checkProgram(plan.file, cwd, env["PATH"] ?? DEFAULT_PATH);
      return planTerminalLaunch(plan, pty.slavePath);
    },
    attach: (child, log) => ({
      reader: createTerminalReader(pty, log),
      input: isTyped ? createTerminalInput(pty.master) : input.startWriting(child),
      isRead: () => isTyped && isRunning(child) && isTerminalRead(child.pid, pty.slavePath),
      resize: (size: TerminalSize) => {
        if (log.ended || !isRunning(child)) return;
        pty.resize(size);
        // The kernel tells only those whose controlling terminal it is.
        if (!isTyped) signalGroup(child.pid, "SIGWINCH");
      },
    }),
    discard: () => {
      pty.closeSlave();
      closeSync(pty.master);
      pty.noteMasterClosed();
    },
  };
}

function isRunning(child: ChildProcess): child is ChildProcess & { readonly pid: number } {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
