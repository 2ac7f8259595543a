import { createHeadTailBuffer, createUtf8Decoder } from "@termwire/terminal";
import { collectOutput } from "../bash/collect-output.ts";
import type { ToolContext } from "../tool-definition.ts";

/** What ripgrep found. */
export interface RipgrepOutput {
  /** What it printed, from the beginning; cut at a limit. */
  readonly text: string;
  readonly isCut: boolean;
  /** 0: found, 1: nothing found, 2: something went wrong. */
  readonly code: number;
}

/** Thousands of results: more than is ever shown. */
const OUTPUT_BYTES: number = 4 * 1024 * 1024;

/** It searches gigabytes in that time. */
const TIMEOUT_MS = 60_000;

/** What a shell says of a program that is not there. */
const NOT_FOUND = 127;

/**
 * Runs ripgrep where the session's commands run. Null when it is not there. It is ended when the turn is cancelled.
 *
 * @param cwd absolute.
 * @throws Error for what it did not do to its end.
 */
export async function runRipgrep(
  args: readonly string[],
  cwd: string,
  { runner, signal }: Pick<ToolContext, "runner" | "signal">,
): Promise<RipgrepOutput | null> {
  signal.throwIfAborted();
  const spec = runner.resolve({
    program: { kind: "file", file: "rg", args: ["--no-config", "--color=never", ...args] },
    cwd,
    timeoutMs: TIMEOUT_MS,
    outputLimitBytes: OUTPUT_BYTES,
  });
  await using command = await runner.start(spec);
  const cancel = (): void => void command.terminate("cancelled").catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const buffer = createHeadTailBuffer({ headBytes: OUTPUT_BYTES, tailBytes: 0 });
    const { head, omittedBytes } = await collectOutput(command, buffer);
    const { ending } = await command.completed;
    signal.throwIfAborted();
    if (ending.kind === "exited" && ending.code === NOT_FOUND) return null;
    if (ending.kind !== "exited") throw new Error("The search was ended before it was done.");
    const text = createUtf8Decoder().decode(head);
    return { text, isCut: omittedBytes > 0, code: ending.code };
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
