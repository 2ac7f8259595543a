import { EXIT } from "../exit-status.ts";

/** A person's, or the system's, wish to stop. */
export interface StopRequests extends Disposable {
  /** Aborts on the first Ctrl-C or when the turn's time is over: the turn should be cancelled. */
  readonly cancel: AbortSignal;
  /** Aborts on the second Ctrl-C, on TERM and HUP, and when nobody reads the output: leave now. */
  readonly quit: AbortSignal;
  /** Why `quit` aborted, as an exit status. */
  readonly quitStatus: number;
  /** The turn begins: its time counts from now. */
  startTurn(): void;
  /** Asks to leave with `status`. */
  requestQuit(status: number): void;
}

/** Listens for stop requests until disposed of. */
export function createStopRequests(timeoutMs: number | null): StopRequests {
  const cancel = new AbortController();
  const quit = new AbortController();
  let quitStatus: number = EXIT.interrupted;
  const requestQuit = (status: number): void => {
    if (quit.signal.aborted) return;
    quitStatus = status;
    cancel.abort();
    quit.abort();
  };
  const requestCancel = (words: string): void => {
    process.stderr.write(`\ntermwire: ${words}\n`);
    cancel.abort();
  };
  const onInterrupt = (): void => {
    if (cancel.signal.aborted) requestQuit(EXIT.interrupted);
    else requestCancel("cancelling the turn; Ctrl-C again quits");
  };
  const onTerminate = (): void => requestQuit(EXIT.terminated);
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  process.on("SIGHUP", onTerminate);
  let timer: NodeJS.Timeout | undefined;
  return {
    cancel: cancel.signal,
    quit: quit.signal,
    get quitStatus() {
      return quitStatus;
    },
    startTurn() {
      if (timeoutMs === null) return;
      timer = setTimeout(() => requestCancel(`timed out after ${timeoutMs / 1000} s`), timeoutMs);
    },
    requestQuit,
    [Symbol.dispose]() {
      clearTimeout(timer);
      process.removeListener("SIGINT", onInterrupt);
      process.removeListener("SIGTERM", onTerminate);
      process.removeListener("SIGHUP", onTerminate);
    },
  };
}
