/** Exit statuses that are not a command's own; the numbers are those of `sysexits.h` and of shells. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 64,
  noInput: 66,
  agentFailed: 70,
  cannotCreate: 73,
  cannotExecute: 126,
  notFound: 127,
  interrupted: 130,
  brokenPipe: 141,
  terminated: 143,
} as const;
