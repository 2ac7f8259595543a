/** Exit statuses that are not a command's own; the numbers are those of `sysexits.h` and of shells. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 64,
  agentFailed: 70,
  cannotExecute: 126,
  interrupted: 130,
  brokenPipe: 141,
  terminated: 143,
} as const;
