import type { RunningCommand } from "@termwire/terminal";
import { renderLoggedTerminal } from "./logged-terminal.ts";
import type { SessionRecord } from "./session-record.ts";

/** Puts the terminals of calls into a session's record as they start and end. */
export interface TerminalRecorder {
  /** Waits for the end of a call's command, also when the call ends before it. */
  follow(callId: string, command: RunningCommand): void;
  /** Resolves when all that was followed has ended and is in the record; never rejects. */
  settle(): Promise<void>;
}

/** Creates the recorder of one session. */
export function createTerminalRecorder(record: Pick<SessionRecord, "add">): TerminalRecorder {
  const recording = new Set<Promise<void>>();
  return {
    follow(callId, command) {
      const { cwd, size } = command.spec;
      void record.add({ type: "terminal-started", callId, cwd, size });
      const recorded = command.completed.then((completion) => {
        const terminal = renderLoggedTerminal(command, completion);
        return record.add({ type: "terminal-ended", callId, terminal });
      });
      const settled = recorded.catch(() => undefined).then(() => void recording.delete(settled));
      recording.add(settled);
    },
    async settle() {
      await Promise.all(recording);
    },
  };
}
