import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { OutputLog } from "@termwire/terminal";
import { toTextContent } from "../content.ts";
import {
  toFailureOutput,
  toKind,
  toRawInput,
  type CallEnd,
  type OpenStatus,
  type StartedCommand,
  type TerminalCall,
  type TerminalEncoder,
} from "../terminal-encoder.ts";
import { toRawOutput } from "../terminal-end.ts";
import { createTextEncoder } from "../text/encode.ts";

/**
 * Speaks a terminal that the client itself runs (ACP v1 `terminal/*`): the call embeds the client's terminal as soon
 * as there is one, and the client shows what it prints. Only the ending is told.
 */
export function createClientEncoder(call: TerminalCall): TerminalEncoder {
  const { toolCallId, command, description } = call;
  const about = description === null ? [] : [toTextContent(description)];
  /** The call is over; its status is told. */
  let detached = false;
  const announce = (status: OpenStatus): SessionUpdate => ({
    sessionUpdate: "tool_call",
    toolCallId,
    title: command,
    ...toKind(call),
    status,
    content: about,
    rawInput: toRawInput(call),
  });
  const encodeStart = ({ id: terminalId }: StartedCommand): SessionUpdate[] => [
    {
      sessionUpdate: "tool_call_update",
      toolCallId,
      content: [...about, { type: "terminal", terminalId }],
    },
  ];
  return {
    intervalMs: 0,
    outlivesCall: true,
    announce,
    encodeStart,
    encodeAgain: (status, started) => [
      announce(status),
      ...(started === null ? [] : encodeStart(started)),
    ],
    encodeOutput: async () => [],
    encodeNews: () => [],
    heldBackMs: () => null,
    async encodeDetach() {
      detached = true;
      const rawInput = toRawInput({ ...call, background: true });
      return [{ sessionUpdate: "tool_call_update", toolCallId, status: "completed", rawInput }];
    },
    // The client's terminal is gone: what it showed is told as text.
    encodeReplay: (replayed) => createTextEncoder(call).encodeReplay(replayed),
    async encodeEnd(end, log) {
      const { status, ...told } = encodeEnd(toolCallId, end, log);
      return [{ ...told, ...(!detached && { status }) }];
    },
  };
}

function encodeEnd(
  toolCallId: string,
  end: CallEnd,
  log: OutputLog | null,
): Extract<SessionUpdate, { sessionUpdate: "tool_call_update" }> {
  if (end.kind === "failure") {
    return {
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "failed",
      content: [toTextContent(end.text)],
      rawOutput: toFailureOutput(end),
    };
  }
  return {
    sessionUpdate: "tool_call_update",
    toolCallId,
    status: end.failed ? "failed" : "completed",
    rawOutput: toRawOutput({
      ...end.end,
      outputBytes: log?.endOffset ?? null,
      omittedBytes: 0,
      replacedCharacters: 0,
      endsWithoutNewline: false,
    }),
  };
}
