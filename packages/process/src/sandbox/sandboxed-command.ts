import { setTimeout as sleep } from "node:timers/promises";
import {
  toEnding,
  type CommandSpec,
  type Completion,
  type Exit,
  type OutputLog,
} from "@termwire/terminal";
import type { LocalCommand } from "../local-command.ts";
import { DENIAL_TAIL_BYTES, findDenial } from "./find-denial.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";

/** A command in a sandbox and what is known about it. */
export interface SandboxedParts {
  /** What the caller asked for, not how it was wrapped. */
  readonly spec: CommandSpec;
  readonly policy: SandboxPolicy;
  readonly inner: LocalCommand;
  /** Tells how the command ended by how its sandbox did. */
  readonly toExit: (outer: Exit) => Exit;
}

/** The inner process of bubblewrap ends a moment after the last process in the sandbox. */
const LINGER_POLLS = 10;
const LINGER_POLL_MS = 5;

/** Creates the handle of a command in a sandbox: that of the sandbox, but its ending is the command's. */
export function createSandboxedCommand(parts: SandboxedParts): LocalCommand {
  const { inner, spec } = parts;
  const exited = inner.exited.then(parts.toExit);
  return {
    spec,
    pid: inner.pid,
    startedAtMs: inner.startedAtMs,
    output: inner.output,
    spill: inner.spill,
    exited,
    outputEnded: inner.outputEnded,
    completed: complete(parts, exited),
    write: (bytes) => inner.write(bytes),
    endInput: () => inner.endInput(),
    isWaitingForInput: () => inner.isWaitingForInput(),
    watchWaiting: (onChange) => inner.watchWaiting(onChange),
    resize: (size) => inner.resize(size),
    terminate: (cause) => inner.terminate(cause),
    isTreeAlive: () => isAliveForGood(inner),
    release: () => inner.release(),
    [Symbol.asyncDispose]: () => inner.release(),
  };
}

async function complete(
  { inner, policy }: SandboxedParts,
  exited: Promise<Exit>,
): Promise<Completion> {
  const { ending: outer, ...facts } = await inner.completed;
  const ending = toEnding(await exited, outer.cause);
  return { ...facts, ending, sandboxDenial: findDenial(policy, ending, readTail(inner.output)) };
}

function readTail(output: OutputLog): string {
  const from = Math.max(output.startOffset, output.endOffset - DENIAL_TAIL_BYTES);
  return new TextDecoder().decode(output.read(from).bytes);
}

async function isAliveForGood(inner: LocalCommand): Promise<boolean> {
  for (let poll = 0; poll < LINGER_POLLS; poll++) {
    if (!(await inner.isTreeAlive())) return false;
    await sleep(LINGER_POLL_MS);
  }
  return inner.isTreeAlive();
}
