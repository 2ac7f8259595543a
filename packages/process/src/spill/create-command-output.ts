import {
  createOutputLog,
  type CommandSpec,
  type OutputLogWriter,
  type OutputSpill,
} from "@termwire/terminal";
import { findSpillRoots } from "./find-spill-roots.ts";
import { createSpillDirectory } from "./spill-directory.ts";
import { createSpillingLog } from "./spilling-log.ts";

/** Settings of the files that hold what memory does not. */
export interface SpillOptions {
  /** Absolute path of a directory that other users cannot change. Absent: in the user's state directory. */
  readonly directory?: string;
  /** Size limit of one file. Absent: 256 MiB. */
  readonly limitBytes?: number;
}

/** Where the output of one command goes. */
export interface CommandOutput {
  readonly output: OutputLogWriter;
  readonly spill: OutputSpill | null;
}

/** More than anybody searches through, and a disk has that much to spare. */
const DEFAULT_LIMIT_BYTES = 256 * 1024 * 1024;

/** Long enough for a disk that spins up or is busy; what takes longer holds up everything this process does. */
const MAX_WRITE_MS = 5_000;

/** Gives a runner what creates the outputs of its commands. */
export function chooseCommandOutput(
  options: SpillOptions,
  platform: NodeJS.Platform,
): (spec: CommandSpec) => CommandOutput {
  const { directory, limitBytes = DEFAULT_LIMIT_BYTES } = options;
  const roots = directory === undefined ? findSpillRoots(process.env) : [directory];
  const files = createSpillDirectory(roots, platform);
  return ({ spill: isAsked, outputLimitBytes }) => {
    if (!isAsked) return { output: createOutputLog(outputLimitBytes), spill: null };
    files.startSweep();
    const createFile = () => files.createFile();
    const settings = { createFile, limitBytes, maxWriteMs: MAX_WRITE_MS };
    const { log, spill } = createSpillingLog(outputLimitBytes, settings);
    return { output: log, spill };
  };
}
