import { resolveDirectory } from "@termwire/terminal";
import type { CallView, ViewLook, ViewText } from "@termwire/tools";
import { toRawInput, type CallLook, type TerminalCall } from "../../dialects/terminal-encoder.ts";
import type { CallCard, CardContext } from "./call-card.ts";
import { createPlainCard } from "./plain-card.ts";
import { createPlanCard } from "./plan-card.ts";
import { createTerminalCard } from "./terminal-card.ts";

/** What is shown. */
export interface ShownCall {
  readonly callId: string;
  readonly view: CallView;
}

/** The card of a call: a plan, a terminal, or whatever its view says. */
export function createCard<Update>(context: CardContext<Update>, shown: ShownCall): CallCard {
  const { callId: toolCallId, view } = shown;
  if (view.card === "plan") return createPlanCard(context, { toolCallId, view });
  if (view.card !== "terminal") {
    return createPlainCard(context, { toolCallId, view, lead: [] });
  }
  return createTerminalCard(context, toTerminalCall(context.cwd, toolCallId, view));
}

/** The execute card of a command that ran on and is no terminal any more. */
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
  return createPlainCard(context, { toolCallId, view, lead });
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
    look: toLook(sessionCwd, view.looksLike),
  };
}

function toLook(sessionCwd: string, look: ViewLook | undefined): CallLook | null {
  if (look === undefined) return null;
  const locations = look.kind === "read" ? look.locations : [];
  return {
    kind: look.kind,
    locations: locations.map(({ path, ...line }) => ({
      path: resolveDirectory(sessionCwd, path),
      ...line,
    })),
  };
}
