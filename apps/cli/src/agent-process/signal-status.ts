import { constants } from "node:os";

/** What a shell reports for a command that died by this signal: 128+n. */
export function toSignalStatus(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
