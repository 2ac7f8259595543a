import {
  methods,
  type AgentContext,
  type SessionUpdate,
  type ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import { toTerminalCall } from "../bridge/create-card.ts";
import { toPlainView } from "../bridge/plain-view.ts";
import type { AskedCall } from "../bridge/session-bridge.ts";
import type { Speech } from "../bridge/speech.ts";
import type { PermissionAnswer } from "../permission-question.ts";
import { requestChoice } from "../request-choice.ts";

/** Where and how a session asks. */
export interface V1Asker {
  readonly client: Pick<AgentContext, "request">;
  readonly sessionId: string;
  readonly cwd: string;
  readonly speech: Speech<SessionUpdate>;
  /** Aborts with the connection. */
  readonly closed: AbortSignal;
}

/** Asks the person by `session/request_permission`, with the call as it was announced. */
export function askV1Permission(asker: V1Asker, asked: AskedCall): Promise<PermissionAnswer> {
  const { client, sessionId, closed } = asker;
  const toolCall = toToolCall(asker, asked);
  return requestChoice(asked, closed, (options, takeBack) =>
    client.request(
      methods.client.session.requestPermission,
      { sessionId, toolCall, options },
      takeBack,
    ),
  );
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
