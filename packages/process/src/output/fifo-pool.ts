import { spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The ends of one kernel pipe, open in this process and close-on-exec. */
export interface PipeEnds {
  /** Never blocks. */
  readonly readFd: number;
  /**
   * Two openings of the other end, which block as programs expect of their output. Two, so that a program that sets
   * its stderr not to block, as ssh does, does not cut short what others write to stdout.
   */
  readonly writeFds: readonly [stdout: number, stderr: number];
}

/** Hands out kernel pipes. */
export interface FifoPool {
  /** Resolves with a fresh pipe that the caller then owns. Rejects when the system has no `mkfifo`. */
  take(): Promise<PipeEnds>;
}

/** One `mkfifo` process makes this many; three descriptors each is all that waiting ones cost. */
const BATCH_SIZE = 8;

/** The next batch is made when so few wait, so that a steady stream of commands never waits for one. */
const LOW_WATER = 2;

/**
 * Creates a pool of real pipes. Node gives a child socket pairs, which `/dev/stdout` and `/dev/stderr` cannot
 * reopen, and has no call for a pipe. Named pipes are the same thing with a name: made in batches, opened at both
 * ends and unlinked at once, so nothing stays on disk.
 */
export function createFifoPool(): FifoPool {
  const waiting: PipeEnds[] = [];
  let filling: Promise<void> | null = null;

  const fill = (): Promise<void> =>
    (filling ??= createPipes(BATCH_SIZE)
      .then((pipes) => void waiting.push(...pipes))
      .finally(() => {
        filling = null;
      }));

  const take = async (): Promise<PipeEnds> => {
    let ends = waiting.pop();
    while (ends === undefined) {
      await fill();
      ends = waiting.pop();
    }
    if (waiting.length < LOW_WATER) fill().catch(() => undefined); // the next take tries again and reports
    return ends;
  };

  return { take };
}

async function createPipes(count: number): Promise<PipeEnds[]> {
  const directory = await mkdtemp(join(tmpdir(), "termwire-pipes-"));
  try {
    const names = Array.from({ length: count }, (_, index) => join(directory, String(index)));
    await startMkfifo(names);
    return openAll(names);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function openAll(names: readonly string[]): PipeEnds[] {
  const opened: PipeEnds[] = [];
  try {
    for (const name of names) opened.push(openEnds(name));
    return opened;
  } catch (error) {
    for (const ends of opened) closeEnds(ends);
    throw error;
  }
}

/** The reader first: opening a writer waits for a reader. */
function openEnds(name: string): PipeEnds {
  const opened: number[] = [];
  const open = (flags: number): number => {
    const fd = openSync(name, flags);
    opened.push(fd);
    return fd;
  };
  try {
    const readFd = open(constants.O_RDONLY | constants.O_NONBLOCK);
    return { readFd, writeFds: [open(constants.O_WRONLY), open(constants.O_WRONLY)] };
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  }
}

/** Frees a pipe nobody will use. */
export function closeEnds(ends: PipeEnds): void {
  closeSync(ends.readFd);
  closeWriters(ends);
}

/** Leaves the writing to the child that has it. */
export function closeWriters(ends: PipeEnds): void {
  for (const fd of ends.writeFds) closeSync(fd);
}

/** Detached, so that a Ctrl-C meant for this process does not cost a command its output. */
function startMkfifo(names: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("mkfifo", ["-m", "600", ...names], {
      stdio: "ignore",
      detached: true,
      env: { PATH: `${process.env["PATH"] ?? ""}:/usr/bin:/bin` },
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`mkfifo ended with ${String(code)}`));
    });
  });
}
