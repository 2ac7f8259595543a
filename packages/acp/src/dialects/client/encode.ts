import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { OutputLog } from "@termwire/terminal";
import { toTextContent } from "../content.ts";
import {
  toFailureOutput,
  toRawInput,
  type CallEnd,
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
  return {
    intervalMs: 0,
    announce: (status) => ({
      sessionUpdate: "tool_call",
      toolCallId,
      title: command,
      kind: "execute",
      status,
      content: about,
      rawInput: toRawInput(call),
    }),
    encodeStart: ({ id: terminalId }) => [
      {
        sessionUpdate: "tool_call_update",
        toolCallId,
        content: [...about, { type: "terminal", terminalId }],
      },
    ],
    encodeOutput: async () => [],
    encodeNews: () => [],
    heldBackMs: () => null,
    encodeDetach: async () => [
      { sessionUpdate: "tool_call_update", toolCallId, status: "completed" },
    ],
    // The client's terminal is gone: what it showed is told as text.
    encodeReplay: (replayed) => createTextEncoder(call).encodeReplay(replayed),
    encodeEnd: async (end, log) => [encodeEnd(toolCallId, end, log)],
  };
}

function encodeEnd(toolCallId: string, end: CallEnd, log: OutputLog | null): SessionUpdate {
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
