import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
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

/** An agent that runs as a child of ours. */
export interface AgentChild {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** What it says for people; null when that is where ours goes. */
  readonly stderr: Readable | null;
  /** Resolves with its exit status, 128+n for a signal, when its output is in. Never rejects. */
  readonly ended: Promise<number>;
  /** Settles with `ended`, with words for it: `exit status 1`, `killed by SIGKILL`, why it could not start. */
  readonly endWords: Promise<string>;
  /** Passes a signal on to its whole group. */
  signal(signal: NodeJS.Signals): void;
  /** Ends what is left of its group: TERM, then KILL. Resolves when nothing is. */
  endGroup(): Promise<void>;
}

/** Where an agent is started, for those who do not just pass on what is theirs. */
export interface AgentSurroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts the agent in a group of its own, which ends with this process however that ends; a command that cannot start
 * is an agent that has ended, said on stderr.
 *
 * @param command program and arguments, or a line for the shell.
 * @param surroundings absent: our own, and its stderr is ours.
 */
export function startAgentChild(
  command: readonly string[] | string,
  surroundings?: AgentSurroundings,
): AgentChild {
  const stderr = surroundings === undefined ? "inherit" : "pipe";
  const options: SpawnOptions = {
    ...surroundings,
    detached: true,
    stdio: ["pipe", "pipe", stderr],
  };
  const isLine = typeof command === "string";
  const [file = "", ...args] = isLine ? [command] : command;
  const child = spawn(file, args, { ...options, shell: isLine });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new TypeError("the agent was started without pipes");
  const guard = child.pid === undefined ? null : guardGroup(child.pid);
  const signalGroup = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, signal);
    } catch {
      return false;
    }
  };
  // An agent that closed its input is told by its own end, not by ours.
  stdin.on("error", () => undefined);
  const end = untilEnded(child, file, stdout);
  return {
    stdin,
    stdout,
    stderr: child.stderr,
    ended: end.then(({ status }) => status),
    endWords: end.then(({ words }) => words),
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

interface AgentEnd {
  readonly status: number;
  readonly words: string;
}

function untilEnded(child: ChildProcess, command: string, stdout: Readable): Promise<AgentEnd> {
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      const words = `cannot start ${command}: ${error.message}`;
      process.stderr.write(`termwire: ${words}\n`);
      resolve({ status: error.code === "ENOENT" ? EXIT.notFound : EXIT.cannotExecute, words });
    });
    let end: AgentEnd = { status: EXIT.failure, words: "its end is not known" };
    child.once("exit", (code, signal) => {
      end = toEnd(code, signal);
      setTimeout(() => {
        stdout.destroy();
        child.stderr?.destroy();
      }, DRAIN_MS).unref();
    });
    child.once("close", () => resolve(end));
  });
}

function toEnd(code: number | null, signal: NodeJS.Signals | null): AgentEnd {
  if (signal !== null) return { status: toSignalStatus(signal), words: `killed by ${signal}` };
  return { status: code ?? EXIT.failure, words: `exit status ${code}` };
}
