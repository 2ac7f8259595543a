import type { Readable, Writable } from "node:stream";
import { startAgentChild } from "../agent-process/agent-child.ts";
import { EXIT } from "../exit-status.ts";
import { createLineRecorder, type Direction } from "./line-recorder.ts";
import { openRecording, type Recording } from "./open-recording.ts";
import { untilWritable } from "./until-writable.ts";

/** Everything `termwire tap` was told. */
export interface TapOptions {
  readonly out: string;
  readonly overwrite: boolean;
  /** The agent's program and its arguments. */
  readonly command: readonly string[];
}

const PASSED_ON: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Stands between a client on our stdin and stdout and the agent it starts, passes every byte on and records the
 * traffic. Resolves with the agent's exit status when nothing of its group is left.
 */
export async function tapAgent(options: TapOptions): Promise<number> {
  const recording = await open(options);
  if (recording === null) return EXIT.cannotCreate;
  const agent = startAgentChild(options.command);
  for (const signal of PASSED_ON) process.on(signal, () => agent.signal(signal));
  const startMs = performance.now();
  const elapsedMs = (): number => performance.now() - startMs;
  // Whoever reads us is gone: so is the agent's client, and its input ends.
  process.stdout.on("error", () => agent.stdin.end());
  const fromClient = pass(process.stdin, agent.stdin, { direction: "c2a", recording, elapsedMs });
  void fromClient.then(() => agent.stdin.end()); // never rejects
  const fromAgent = pass(agent.stdout, process.stdout, { direction: "a2c", recording, elapsedMs });
  const status = await agent.ended;
  await fromAgent;
  await agent.endGroup();
  process.stdin.destroy();
  await fromClient;
  await recording.close();
  return status;
}

async function open({ out, overwrite }: TapOptions): Promise<Recording | null> {
  try {
    return await openRecording(out, {
      overwrite,
      onFailure: (error) =>
        process.stderr.write(`termwire: ${out}: recording stopped: ${error.message}\n`),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // what the file system rejects with
    const words = code === "EEXIST" ? "exists already; --force overwrites it" : message;
    process.stderr.write(`termwire: cannot record to ${out}: ${words}\n`);
    return null;
  }
}

interface Passage {
  readonly direction: Direction;
  readonly recording: Recording;
  readonly elapsedMs: () => number;
}

/** Passes everything on, each chunk before it is recorded. The slower of reader and disk sets the pace. */
async function pass(
  source: Readable,
  target: Writable,
  { direction, recording, elapsedMs }: Passage,
): Promise<void> {
  const recorder = createLineRecorder(direction, {
    elapsedMs,
    write: (record) => recording.write(record),
  });
  const chunks: AsyncIterable<Uint8Array> = source;
  try {
    for await (const chunk of chunks) {
      if (target.writable) target.write(chunk);
      recorder.take(chunk);
      await untilWritable(target);
      await recording.drained();
    }
  } catch {
    // The source went without an end: what came of it was passed on.
  }
  recorder.end();
}
