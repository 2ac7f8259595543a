import {
  methods,
  type AgentContext,
  type RequestPermissionRequest,
  type SessionUpdate,
  type ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import { toTerminalCall } from "../bridge/create-card.ts";
import { toPlainView } from "../bridge/plain-view.ts";
import type { AskedCall } from "../bridge/session-bridge.ts";
import type { Speech } from "../bridge/speech.ts";
import type { PermissionAnswer } from "../permission-question.ts";

/** Where and how a session asks. */
export interface V1Asker {
  readonly client: Pick<AgentContext, "request">;
  readonly sessionId: string;
  readonly cwd: string;
  readonly speech: Speech<SessionUpdate>;
  /** Aborts with the connection. */
  readonly closed: AbortSignal;
}

/**
 * Asks the person by `session/request_permission`, with the call as it was announced. Only a choice that was offered
 * is one; a request that fails, is cancelled or outlives its turn is `cancelled`.
 */
export async function askV1Permission(asker: V1Asker, asked: AskedCall): Promise<PermissionAnswer> {
  const { choices } = asked.question;
  const request: RequestPermissionRequest = {
    sessionId: asker.sessionId,
    toolCall: toToolCall(asker, asked),
    options: choices.map(({ id, name, kind }) => ({ optionId: id, name, kind })),
  };
  try {
    const { outcome } = await asker.client.request(
      methods.client.session.requestPermission,
      request,
      {
        cancellationSignal: AbortSignal.any([asked.signal, asker.closed]),
        stopWaitingOnCancel: true,
      },
    );
    const isChoice =
      outcome.outcome === "selected" && choices.some(({ id }) => id === outcome.optionId);
    return isChoice ? { kind: "chosen", choiceId: outcome.optionId } : { kind: "cancelled" };
  } catch {
    return { kind: "cancelled" };
  }
}

/** The announcement again: the exact command, where it runs, and everything else the person decides by. */
function toToolCall({ speech, cwd }: V1Asker, { callId, question }: AskedCall): ToolCallUpdate {
  const { view } = question;
  const announced =
    view.card === "terminal"
      ? speech.createTerminalEncoder(toTerminalCall(cwd, callId, view)).announce("pending")
      : speech.announceCall({ toolCallId: callId, view: toPlainView(view), cwd }, "pending");
  if (announced.sessionUpdate !== "tool_call") return { toolCallId: callId };
  const { sessionUpdate: _update, _meta, ...toolCall } = announced;
  return toolCall;
}
