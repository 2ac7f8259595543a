import type { HeadTail, HeadTailBuffer, OutputLog, RunningCommand } from "@termwire/terminal";

/**
 * Follows a command's output from its start into `buffer` until the command has completed, and gives what is in it
 * then: everything printed before the end, and nothing that a process it left behind prints later.
 */
export async function collectOutput(
  command: Pick<RunningCommand, "output" | "completed">,
  buffer: HeadTailBuffer,
): Promise<HeadTail> {
  const completed = new AbortController();
  void command.completed.then(() => completed.abort());
  let next = 0;
  const takeNews = (): void => {
    while (next < command.output.endOffset) next = takeSlice(command.output, next, buffer);
  };
  while (await isMoreToCome(command.output, next, completed.signal)) takeNews();
  await command.completed;
  takeNews();
  return buffer.read();
}

/** Copied at once: as much as a pipe holds. */
const SLICE_BYTES = 64 * 1024;

function takeSlice(output: OutputLog, from: number, buffer: HeadTailBuffer): number {
  const { bytes, next, lostBytes } = output.read(from, SLICE_BYTES);
  buffer.skip(lostBytes);
  buffer.append(bytes);
  return next;
}

/** False at the end of the output and of the command, whichever comes first. */
async function isMoreToCome(
  output: OutputLog,
  offset: number,
  completed: AbortSignal,
): Promise<boolean> {
  try {
    return await output.waitPast(offset, completed);
  } catch (error) {
    if (completed.aborted) return false;
    throw error;
  }
}
