import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOutputFifo, type OutputFifo } from "./output-fifo.ts";
import { startMkfifo } from "./start-mkfifo.ts";

/** Hands out kernel pipes. */
export interface FifoPool {
  /** Resolves with a fresh pipe that the caller then owns. Rejects when the system has no `mkfifo`. */
  take(): Promise<OutputFifo>;
}

/** One `mkfifo` process makes this many; three descriptors each is all that waiting ones cost. */
const BATCH_SIZE = 8;

/** The next batch is made when so few wait, so that a steady stream of commands never waits for one. */
const LOW_WATER = 2;

/**
 * Creates a pool of real pipes. Node gives a child socket pairs, which `/dev/stdout` and `/dev/stderr` cannot reopen, and
 * has no call for a pipe. Named pipes are the same thing with a name: made in batches, opened at both ends and
 * unlinked at once, so nothing stays on disk.
 */
export function createFifoPool(): FifoPool {
  const waiting: OutputFifo[] = [];
  let filling: Promise<void> | null = null;

  const fill = (): Promise<void> =>
    (filling ??= createPipes(BATCH_SIZE)
      .then((pipes) => void waiting.push(...pipes))
      .finally(() => {
        filling = null;
      }));

  const take = async (): Promise<OutputFifo> => {
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

/** In memory, where Linux has it: a name on a disk costs ten times as much to make. */
function createPipes(count: number): Promise<OutputFifo[]> {
  if (process.platform !== "linux") return createPipesIn(tmpdir(), count);
  return createPipesIn("/dev/shm", count).catch(() => createPipesIn(tmpdir(), count));
}

async function createPipesIn(parent: string, count: number): Promise<OutputFifo[]> {
  const directory = await mkdtemp(join(parent, "termwire-pipes-"));
  try {
    const names = Array.from({ length: count }, (_, index) => join(directory, String(index)));
    await startMkfifo(names);
    return openAll(names);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** As many as this process has descriptors for, at least one. */
function openAll(names: readonly string[]): OutputFifo[] {
  const opened: OutputFifo[] = [];
  for (const name of names) {
    try {
      opened.push(openOutputFifo(name));
    } catch (error) {
      if (opened.length === 0) throw error;
      break;
    }
  }
  return opened;
}
