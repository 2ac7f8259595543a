import type { InputPipe } from "../input/input-pipe.ts";
import type { OutputPipe } from "../output/output-pipe.ts";
import type { Channel } from "./channel.ts";

/** Joins a pipe for input and one for output. */
export function createPipeChannel(input: InputPipe, output: OutputPipe): Channel {
  return {
    stdio: [input.stdio, ...output.stdio],
    adaptPlan: (plan) => plan,
    attach: (child, log) => ({
      reader: output.startReading(child, log),
      input: input.startWriting(child),
      isRead: () => false,
      resize: () => undefined,
    }),
    discard: () => output.discard(),
  };
}
