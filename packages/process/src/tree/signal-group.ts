/** Signals a process group; false when there is none. A group that may not be signalled exists. */
export function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  return sendSignal(-groupId, signal);
}

/** Signals a process, or a group by its negative number, as the system does; false when there is none. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
