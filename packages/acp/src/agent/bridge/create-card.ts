import { resolveDirectory } from "@termwire/terminal";
import type { CallView, ViewText } from "@termwire/tools";
import { toRawInput, type TerminalCall } from "../../dialects/terminal-encoder.ts";
import type { CallCard, CardContext } from "./call-card.ts";
import { createPlainCard } from "./plain-card.ts";
import { createPlanCard } from "./plan-card.ts";
import { createTerminalCard } from "./terminal-card.ts";

/** What is shown. */
export interface ShownCall {
  readonly callId: string;
  readonly view: CallView;
}

/**
 * The card of a call. A terminal that is to run on after its call is one only where the dialect can keep it; else it is
 * an execute card with the command as raw input.
 */
export function createCard<Update>(context: CardContext<Update>, shown: ShownCall): CallCard {
  const { callId: toolCallId, view } = shown;
  if (view.card === "plan") return createPlanCard(context, { toolCallId, view });
  if (view.card !== "terminal") {
    return createPlainCard(context, { toolCallId, view, lead: [], background: false });
  }
  const call = toTerminalCall(context.cwd, toolCallId, view);
  const isTerminal = !call.background || context.speech.keepsTerminals;
  return isTerminal ? createTerminalCard(context, call) : createBackgroundCard(context, call);
}

/** The execute card of a command that is to run on, or did and is no terminal any more. */
export function createBackgroundCard<Update>(
  context: CardContext<Update>,
  call: TerminalCall,
): CallCard {
  const { toolCallId, command, description } = call;
  const lead: ViewText[] = description === null ? [] : [{ text: description }];
  const view = {
    card: "generic",
    title: command,
    kind: "execute",
    rawInput: toRawInput(call),
    content: lead,
  } as const;
  return createPlainCard(context, { toolCallId, view, lead, background: true });
}

/** The view of a command as its encoder needs it. */
export function toTerminalCall(
  sessionCwd: string,
  toolCallId: string,
  view: Extract<CallView, { card: "terminal" }>,
): TerminalCall {
  return {
    toolCallId,
    command: view.title,
    cwd: resolveDirectory(sessionCwd, view.cwd),
    description: view.description ?? null,
    background: view.background === true,
  };
}
