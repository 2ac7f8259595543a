import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { ndJsonStream, type Stream } from "@agentclientprotocol/sdk";

/** How long an agent may take to end its own commands after its input closed. */
const LEAVE_MS = 5_000;
/** Between TERM and KILL. */
const GRACE_MS = 2_000;

/** An agent started as a child, speaking ACP on its stdio. Its stderr is ours. */
export interface AgentProcess {
  readonly stream: Stream;
  /** Resolves when the agent has ended, with words for it: `exit status 1`, `killed by SIGSEGV`. */
  readonly ended: Promise<string>;
  /** Closes the agent's input and lets it leave; then ends its whole process group. Resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts an agent. A command that cannot start is an agent that has ended. */
export function startAgentProcess(command: string | null, cwd: string): AgentProcess {
  const child = spawnAgent(command, cwd);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) =>
      resolve(signal === null ? `exit status ${code}` : `killed by ${signal}`),
    );
  });
  const killOnExit = (): void => signalGroup(child, "SIGKILL");
  process.once("exit", killOnExit);
  const stream = toStream(child);
  return {
    stream,
    ended,
    async stop() {
      child.stdin?.end();
      for (const [signal, waitMs] of [
        [null, LEAVE_MS],
        ["SIGTERM", GRACE_MS],
        ["SIGKILL", GRACE_MS],
      ] as const) {
        if (signal !== null) signalGroup(child, signal);
        if (await endsWithin(ended, waitMs)) break;
      }
      signalGroup(child, "SIGKILL");
      process.removeListener("exit", killOnExit);
    },
  };
}

/** In a group of its own, so that Ctrl-C in the terminal is ours to translate. */
function spawnAgent(command: string | null, cwd: string): ChildProcess {
  const options: SpawnOptions = { cwd, detached: true, stdio: ["pipe", "pipe", "inherit"] };
  if (command !== null) return spawn(command, { ...options, shell: true });
  const bin = fileURLToPath(new URL("../../bin/termwire.js", import.meta.url));
  return spawn(process.execPath, [bin, "agent", "--model", "shell", "--no-sessions"], options);
}

function toStream({ stdin, stdout }: ChildProcess): Stream {
  if (stdin === null || stdout === null) throw new TypeError("the agent was started without pipes");
  // A pipe to an agent that is gone ends the connection, nothing else.
  stdin.on("error", () => stdout.destroy());
  return ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as ReadableStream<Uint8Array>); // Node's own web stream type
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left: that is what was wanted.
  }
}

function endsWithin(ended: Promise<unknown>, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), waitMs);
    void ended.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
