import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { EXIT } from "../exit-status.ts";
import { guardGroup } from "./group-guard.ts";
import { toSignalStatus } from "./signal-status.ts";

/** Between TERM and KILL for what an agent left behind. */
const GRACE_MS = 2_000;
/** How often it is looked whether something is left. */
const POLL_MS = 20;
/** How long a process the agent left behind may keep its output open. */
const DRAIN_MS = 1_000;

/** The agent between whose ends and its client's we stand. */
export interface TappedAgent {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves with its exit status, 128+n for a signal, when its output is in. Never rejects. */
  readonly ended: Promise<number>;
  /** Passes a signal on to its whole group. */
  signal(signal: NodeJS.Signals): void;
  /** Ends what is left of its group: TERM, then KILL. Resolves when nothing is. */
  endGroup(): Promise<void>;
}

/** Starts the agent in a group of its own; a command that cannot start is an agent that has ended, said on stderr. */
export function startTappedAgent([command = "", ...args]: readonly string[]): TappedAgent {
  const child = spawn(command, args, { detached: true, stdio: ["pipe", "pipe", "inherit"] });
  const guard = child.pid === undefined ? null : guardGroup(child.pid);
  const signalGroup = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, signal);
    } catch {
      return false;
    }
  };
  // An agent that closed its input is told by its own end, not by ours.
  child.stdin.on("error", () => undefined);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended: untilEnded(child, command),
    signal: (signal) => void signalGroup(signal),
    async endGroup() {
      signalGroup("SIGTERM");
      for (let waitedMs = 0; signalGroup(0) && waitedMs < GRACE_MS; waitedMs += POLL_MS) {
        await sleep(POLL_MS);
      }
      signalGroup("SIGKILL");
      guard?.dismiss();
    },
  };
}

function untilEnded(
  child: ChildProcessByStdio<Writable, Readable, null>,
  command: string,
): Promise<number> {
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      process.stderr.write(`termwire: cannot start ${command}: ${error.message}\n`);
      resolve(error.code === "ENOENT" ? EXIT.notFound : EXIT.cannotExecute);
    });
    let status: number = EXIT.failure;
    child.once("exit", (code, signal) => {
      status = signal === null ? (code ?? EXIT.failure) : toSignalStatus(signal);
      setTimeout(() => child.stdout.destroy(), DRAIN_MS).unref();
    });
    child.once("close", () => resolve(status));
  });
}
