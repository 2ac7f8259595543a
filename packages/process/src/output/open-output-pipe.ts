import { chooseDecoder, type OutputDecoder } from "./choose-decoder.ts";
import { createFifoPool, type FifoPool } from "./fifo-pool.ts";
import type { OutputPipe } from "./output-pipe.ts";
import { readCodePage } from "./read-code-page.ts";
import { createSeparatePipes } from "./separate-pipes.ts";
import { createSharedPipe } from "./shared-pipe.ts";

/**
 * Opens the output of one command to be; where no pipe can be made, Node's own. Rejects only when this process has no
 * descriptors left: Node needs more of them, and loses some for good when it gets half of what it needs.
 */
export type OpenOutputPipe = () => Promise<OutputPipe>;

/** Pipes belong to the process, as its file descriptors do; made with the first command. */
let sharedPool: FifoPool | null = null;

/** Chooses how output is piped on `platform`. */
export function chooseOutputPipe(platform: NodeJS.Platform): OpenOutputPipe {
  if (platform === "win32") {
    const createDecoder = (): OutputDecoder => chooseDecoder(platform, readCodePage());
    return async () => createSeparatePipes(createDecoder);
  }
  return async () => {
    sharedPool ??= createFifoPool();
    try {
      return createSharedPipe(await sharedPool.take());
    } catch (error) {
      if (isOutOfDescriptors(error)) throw error;
      return createSeparatePipes(); // no mkfifo, or no room in the temporary directory
    }
  };
}

function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^E[MN]FILE$/u.test(String(error.code));
}
