export type {
  CommandInput,
  CommandRequest,
  CommandRunner,
  CommandSpec,
  Completion,
  Program,
  ResolvedProgram,
  RunningCommand,
} from "./command-runner.ts";
export { isAbsolutePath, resolveDirectory } from "./directory-path.ts";
export { createDisplayBytes, type DisplayBytes } from "./display-bytes.ts";
export {
  describeEnding,
  ENDING_CAUSES,
  isCleanEnding,
  isEndingCause,
  toEnding,
  type Ending,
  type EndingCause,
  type Exit,
} from "./ending.ts";
export {
  createHeadTailBuffer,
  type HeadTail,
  type HeadTailBuffer,
  type HeadTailLimits,
} from "./head-tail-buffer.ts";
export {
  createOutputLog,
  type OutputLog,
  type OutputLogWriter,
  type OutputSlice,
} from "./output-log.ts";
export type { OutputSpill, SpilledOutput } from "./output-spill.ts";
export { createOwnedRunner, type OwnedRunner } from "./owned-runner.ts";
export { quoteArgv } from "./quote-argv.ts";
export { TerminalError, type TerminalErrorCode } from "./terminal-error.ts";
export type { TerminalEvent, TerminalSize } from "./terminal-event.ts";
export { createTerminalId, toTerminalId, type TerminalId } from "./terminal-id.ts";
export { applyTerminalEvent, SECOND_ENDING_NOTE, type TerminalState } from "./terminal-state.ts";
export { incompleteUtf8Suffix, nextUtf8Boundary } from "./utf8-boundary.ts";
export { createUtf8Decoder, type Utf8Decoder } from "./utf8-decoder.ts";
export { toVisibleLines, toVisibleText } from "./visible-text.ts";
