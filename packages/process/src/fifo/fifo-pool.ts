import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMkfifo } from "./start-mkfifo.ts";

/** Hands out kernel pipes. */
export interface FifoPool<Ends> {
  /** Resolves with a fresh pipe that the caller then owns. Rejects when the system has no `mkfifo`. */
  take(): Promise<Ends>;
}

/** How a named pipe is opened and freed. */
export interface FifoEnds<Ends> {
  readonly open: (name: string) => Ends;
  readonly close: (ends: Ends) => void;
  /** One `mkfifo` process makes this many; a few descriptors each is all that waiting ones cost. */
  readonly batchSize: number;
}

/**
 * Creates a pool of real pipes. Node gives a child socket pairs, which `/dev/stdin` and its like cannot reopen, and
 * has no call for a pipe. Named pipes are the same thing with a name: made in batches, opened at both ends and
 * unlinked at once, so nothing stays on disk.
 */
export function createFifoPool<Ends>(kind: FifoEnds<Ends>): FifoPool<Ends> {
  const waiting: Ends[] = [];
  const lowWater = Math.floor(kind.batchSize / 4);
  let filling: Promise<void> | null = null;

  const fill = (): Promise<void> =>
    (filling ??= createPipes(kind)
      .then((pipes) => void waiting.push(...pipes))
      .finally(() => {
        filling = null;
      }));

  const take = async (): Promise<Ends> => {
    let ends = waiting.pop();
    while (ends === undefined) {
      await fill();
      ends = waiting.pop();
    }
    // A steady stream of commands never waits for the next batch; a failure is reported by the take that needs it.
    if (waiting.length < lowWater) fill().catch(() => undefined);
    return ends;
  };

  return { take };
}

async function createPipes<Ends>(kind: FifoEnds<Ends>): Promise<Ends[]> {
  const directory = await mkdtemp(join(tmpdir(), "termwire-pipes-"));
  try {
    const names = Array.from({ length: kind.batchSize }, (_, index) =>
      join(directory, String(index)),
    );
    await startMkfifo(names);
    return openAll(names, kind);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function openAll<Ends>(names: readonly string[], kind: FifoEnds<Ends>): Ends[] {
  const opened: Ends[] = [];
  try {
    for (const name of names) opened.push(kind.open(name));
    return opened;
  } catch (error) {
    for (const ends of opened) kind.close(ends);
    throw error;
  }
}
