import type { ToolOutcome, ViewText } from "@termwire/tools";
import type { FailureCause } from "../../dialects/terminal-encoder.ts";
import type { CallCard, CardContext } from "./call-card.ts";
import { readNotRun } from "./not-run.ts";
import type { PlainEnd, PlainView } from "./speech.ts";

/** The card of a call that is no terminal. `lead` stays above the result. */
export function createPlainCard<Update>(
  { speech, cwd, send }: CardContext<Update>,
  call: {
    readonly toolCallId: string;
    readonly view: PlainView;
    readonly lead: readonly ViewText[];
  },
): CallCard {
  const { toolCallId, view, lead } = call;
  return {
    announce: (status) => send(speech.announceCall({ toolCallId, view, cwd }, status)),
    follow: () => undefined,
    async finish({ outcome, cause }) {
      const { view: result, failed } = outcome;
      const notRun = toNotRun(outcome, cause);
      await send(speech.endCall({ toolCallId, view: result, cwd, failed, notRun, lead }));
      return null;
    },
  };
}

function toNotRun(outcome: ToolOutcome, cause: FailureCause): PlainEnd["notRun"] {
  return readNotRun(outcome.result) === null ? null : { cause, text: outcome.text };
}
