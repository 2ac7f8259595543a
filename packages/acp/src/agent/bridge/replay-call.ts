import { isCleanEnding } from "@termwire/terminal";
import type { CallEnd } from "../../dialects/terminal-encoder.ts";
import type { ReplayedCall, ShownTerminal } from "../tool-call-bridge.ts";
import type { CallCard, CallResult, CardContext } from "./call-card.ts";
import { createBackgroundCard, createCard, toTerminalCall } from "./create-card.ts";
import { presentLogged } from "./prepare-call.ts";
import { toCallEnd, toTerminalEnd } from "./to-call-end.ts";

/** Shows a call from the log as it was shown live, as far as the log has it. */
export async function replayCall<Update>(
  context: CardContext<Update>,
  logged: ReplayedCall,
): Promise<void> {
  const { view, result } = presentLogged(logged);
  const { callId } = logged;
  const terminal = logged.terminal ?? null;
  if (view.card !== "terminal") {
    await replayCard(createCard(context, { callId, view }), result);
    return;
  }
  const call = toTerminalCall(context.cwd, callId, view);
  const { view: shown, failed } = result.outcome;
  const ranOn = shown.card !== "terminal" && !failed;
  // Of a command that ran on there may be no end in the log.
  if (ranOn && terminal === null) {
    await replayCard(createBackgroundCard(context, { ...call, background: true }), result);
    return;
  }
  const encoder = context.speech.createTerminalEncoder({ ...call, background: ranOn });
  const end = toEnd({ result, terminal, ranOn, isOpen: logged.result === undefined });
  for (const update of await encoder.encodeReplay({ end, kept: terminal, ranOn })) {
    await context.send(update);
  }
}

async function replayCard(card: CallCard, result: CallResult): Promise<void> {
  await card.announce("in_progress");
  await card.finish(result);
}

/** A call without a result whose command has an end ended with that, whatever kept it from saying so. */
function toEnd(parts: {
  readonly result: CallResult;
  readonly terminal: ShownTerminal | null;
  readonly ranOn: boolean;
  readonly isOpen: boolean;
}): CallEnd {
  const { result, terminal, ranOn, isOpen } = parts;
  if (terminal === null || !(ranOn || isOpen)) {
    return toCallEnd(result, terminal?.completion ?? null);
  }
  const end = toTerminalEnd(terminal.completion);
  return { ...end, ...(isOpen && { failed: !isCleanEnding(terminal.completion.ending) }) };
}
