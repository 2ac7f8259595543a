import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import { resolveDirectory } from "@termwire/terminal";
import type { ResultView, ViewLocation } from "@termwire/tools";
import { createClientEncoder } from "../../dialects/client/encode.ts";
import { toTextContent } from "../../dialects/content.ts";
import { createMetaEncoder } from "../../dialects/meta/encode.ts";
import {
  toFailureOutput,
  type OpenStatus,
  type TerminalCall,
  type TerminalEncoder,
} from "../../dialects/terminal-encoder.ts";
import { createTextEncoder } from "../../dialects/text/encode.ts";
import { toFencedBlock } from "../../dialects/text/fence.ts";
import type { PlainCall, PlainEnd, PlainView, Speech, Words } from "../bridge/speech.ts";
import { toMarkdown } from "../bridge/to-markdown.ts";
import type { AgentDialect } from "../negotiate-dialect.ts";

const CHUNKS = {
  user: "user_message_chunk",
  agent: "agent_message_chunk",
  thought: "agent_thought_chunk",
} as const;

/** Speaks ACP v1 in one of its dialects. */
export function createV1Speech(dialect: AgentDialect): Speech<SessionUpdate> {
  return {
    releasesCommands: dialect.kind === "client",
    toTerminalId: (toolCallId) => toolCallId,
    createTerminalEncoder: (call) => createEncoder(dialect, call),
    announceCall: announceV1Call,
    startCall: (toolCallId) => ({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "in_progress",
    }),
    endCall,
    say,
    tellPlan: (steps) => ({
      sessionUpdate: "plan",
      entries: steps.map(({ text, state, priority }) => ({
        content: text,
        status: state,
        priority,
      })),
    }),
    tellUsage: ({ usedTokens, windowTokens }) => ({
      sessionUpdate: "usage_update",
      used: usedTokens,
      size: windowTokens,
    }),
  };
}

/** A block is a chunk of its own. */
function say({ speaker, text, images = [] }: Words): SessionUpdate[] {
  const sessionUpdate = CHUNKS[speaker];
  const words: SessionUpdate[] =
    text === "" && images.length > 0 ? [] : [{ sessionUpdate, content: { type: "text", text } }];
  return [
    ...words,
    ...images.map((image) => ({ sessionUpdate, content: { type: "image" as const, ...image } })),
  ];
}

function createEncoder(dialect: AgentDialect, call: TerminalCall): TerminalEncoder {
  switch (dialect.kind) {
    case "meta":
      return call.look === null
        ? createMetaEncoder(call, dialect.outputKey)
        : createTextEncoder(call);
    case "client":
      return createClientEncoder(call);
    case "text":
      return createTextEncoder(call);
  }
}

/** The first update of a call that is no terminal. */
function announceV1Call(
  { toolCallId, view, cwd }: PlainCall,
  status: OpenStatus,
): Extract<SessionUpdate, { sessionUpdate: "tool_call" }> {
  return {
    sessionUpdate: "tool_call",
    toolCallId,
    title: view.title,
    kind: view.card === "diff" ? "edit" : (view.kind ?? "other"),
    status,
    content: toContent(view, cwd),
    ...(view.locations && { locations: toLocations(view.locations, cwd) }),
    ...(view.card === "generic" && view.rawInput && { rawInput: view.rawInput }),
  };
}

function endCall({ toolCallId, view, cwd, failed, notRun, lead }: PlainEnd): SessionUpdate {
  const about = lead.map((part) => toTextContent(toMarkdown(part)));
  return {
    sessionUpdate: "tool_call_update",
    toolCallId,
    status: failed ? "failed" : "completed",
    content: [...about, ...toContent(view, cwd)],
    ...(view.title !== undefined && { title: view.title }),
    ...(view.card === "generic" &&
      view.locations && { locations: toLocations(view.locations, cwd) }),
    ...(notRun !== null && { rawOutput: toFailureOutput(notRun) }),
  };
}

function toLocations(
  locations: readonly ViewLocation[],
  cwd: string,
): { path: string; line?: number }[] {
  return locations.map(({ path, ...line }) => ({ path: resolveDirectory(cwd, path), ...line }));
}

function toContent(view: PlainView | ResultView, cwd: string): ToolCallContent[] {
  switch (view.card) {
    case "generic":
      return (view.content ?? []).map((part) => toTextContent(toMarkdown(part)));
    case "diff":
      return view.diffs.map((diff) => ({
        type: "diff",
        ...diff,
        path: resolveDirectory(cwd, diff.path),
      }));
    case "terminal":
      return "output" in view && view.output !== undefined
        ? [toTextContent(toFencedBlock(view.output, "console"))]
        : [];
  }
}
