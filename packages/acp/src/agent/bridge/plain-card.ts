import type { RunningCommand } from "@termwire/terminal";
import type { ToolOutcome, ViewText } from "@termwire/tools";
import type { FailureCause, OpenStatus } from "../../dialects/terminal-encoder.ts";
import type { CallCard, CardContext } from "./call-card.ts";
import { readNotRun } from "./not-run.ts";
import type { PlainEnd, PlainView } from "./speech.ts";

/** A call that is shown as no terminal, whatever it runs. */
export interface PlainCardCall {
  readonly toolCallId: string;
  readonly view: PlainView;
  /** What stays above the result. */
  readonly lead: readonly ViewText[];
}

/** The card of a call that is no terminal. */
export function createPlainCard<Update>(
  { speech, cwd, send }: CardContext<Update>,
  { toolCallId, view, lead }: PlainCardCall,
): CallCard {
  let command: RunningCommand | null = null;
  let told: OpenStatus = "pending";
  const announce = (status: OpenStatus): Promise<void> => {
    told = status;
    return send(speech.announceCall({ toolCallId, view, cwd }, status));
  };
  return {
    announce,
    started() {
      told = "in_progress";
    },
    showAgain: () => announce(told),
    follow(running) {
      command = running;
    },
    resized() {
      // It shows no terminal.
    },
    async finish({ outcome, cause }) {
      const { view: result, failed } = outcome;
      const notRun = toNotRun(outcome, cause);
      await send(speech.endCall({ toolCallId, view: result, cwd, failed, notRun, lead }));
      if (speech.releasesCommands) await command?.release();
      return null;
    },
  };
}

function toNotRun(outcome: ToolOutcome, cause: FailureCause): PlainEnd["notRun"] {
  return readNotRun(outcome.result) === null ? null : { cause, reason: outcome.text };
}
