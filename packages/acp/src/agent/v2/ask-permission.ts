import {
  methods,
  type AgentContext,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk/experimental/v2";
import { resolveDirectory } from "@termwire/terminal";
import { toPlainView } from "../bridge/plain-view.ts";
import type { AskedCall } from "../bridge/session-bridge.ts";
import type { PermissionAnswer } from "../permission-question.ts";
import { requestChoice } from "../request-choice.ts";
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
 * it was announced.
 */
export function askV2Permission(asker: V2Asker, asked: AskedCall): Promise<PermissionAnswer> {
  const { view } = asked.question;
  const about: Omit<RequestPermissionRequest, "options"> = {
    sessionId: asker.sessionId,
    title: view.title,
    ...(view.card === "terminal" &&
      view.description !== undefined && { description: view.description }),
    subject: toSubject(asker.cwd, asked),
  };
  return requestChoice(asked, asker.closed, (options, takeBack) =>
    asker.client.request(methods.client.session.requestPermission, { ...about, options }, takeBack),
  );
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
