import type { HeadTail, HeadTailBuffer, OutputLog } from "@termwire/terminal";
import { copyOutput } from "./copy-output.ts";

/**
 * Follows a command's output from its start into `buffer` until `completed` settles, and gives what is in it then:
 * everything printed before, and nothing that is printed later.
 */
export async function collectOutput(
  { output, completed }: { readonly output: OutputLog; readonly completed: Promise<unknown> },
  buffer: HeadTailBuffer,
): Promise<HeadTail> {
  const isOver = new AbortController();
  void completed.then(() => isOver.abort());
  let next = 0;
  const takeNews = (): void => {
    const to = output.endOffset;
    copyOutput(output, { from: next, to }, buffer);
    next = to;
  };
  while (await isMoreToCome(output, next, isOver.signal)) takeNews();
  await completed;
  takeNews();
  return buffer.read();
}

/** False at the end of the output and of the command, whichever comes first. */
async function isMoreToCome(
  output: OutputLog,
  offset: number,
  isOver: AbortSignal,
): Promise<boolean> {
  try {
    return await output.waitPast(offset, isOver);
  } catch (error) {
    if (isOver.aborted) return false;
    throw error;
  }
}
