import {
  methods,
  type AgentContext,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk/experimental/v2";
import { resolveDirectory } from "@termwire/terminal";
import { toPlainView } from "../bridge/plain-view.ts";
import type { AskedCall } from "../bridge/session-bridge.ts";
import type { PermissionAnswer } from "../permission-question.ts";
import { announceV2Call } from "./speech.ts";

/** Where and how a session asks. */
export interface V2Asker {
  readonly client: Pick<AgentContext, "request">;
  readonly sessionId: string;
  readonly cwd: string;
  /** Aborts with the connection. */
  readonly closed: AbortSignal;
}

/**
 * Asks the person by `session/request_permission`: about a command by its line and directory, about any other call as
 * it was announced. Only a choice that was offered is one; a request that fails, is cancelled or outlives its turn is
 * `cancelled`.
 */
export async function askV2Permission(asker: V2Asker, asked: AskedCall): Promise<PermissionAnswer> {
  const { view, choices } = asked.question;
  const request: RequestPermissionRequest = {
    sessionId: asker.sessionId,
    title: view.title,
    ...(view.card === "terminal" &&
      view.description !== undefined && { description: view.description }),
    subject: toSubject(asker.cwd, asked),
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
    const chosen =
      outcome.outcome === "selected" && choices.find(({ id }) => id === outcome.optionId);
    return chosen ? { kind: "chosen", choiceId: chosen.id } : { kind: "cancelled" };
  } catch {
    return { kind: "cancelled" };
  }
}

function toSubject(
  sessionCwd: string,
  { callId: toolCallId, question }: AskedCall,
): NonNullable<RequestPermissionRequest["subject"]> {
  const { view, cwd } = question;
  if (view.card === "terminal") {
    return {
      type: "command",
      command: view.title,
      cwd: resolveDirectory(sessionCwd, cwd),
      toolCallId,
    };
  }
  const { sessionUpdate: _update, ...toolCall } = announceV2Call(
    { toolCallId, view: toPlainView(view), cwd: sessionCwd },
    "pending",
  );
  return { type: "tool_call", toolCall };
}
