/** Signals a process group; false when there is none. A group that may not be signalled exists. */
export function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  return sendSignal(-groupId, signal);
}

/** Signals a process, or a group by its negative number, as the system does; false when there is none. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0; // most groups that are asked for are gone: nobody reads where that was noticed
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
