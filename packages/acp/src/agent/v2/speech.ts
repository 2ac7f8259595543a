import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk/experimental/v2";
import { resolveDirectory } from "@termwire/terminal";
import type { ResultView, ViewLocation } from "@termwire/tools";
import { toFailureOutput, type OpenStatus } from "../../dialects/terminal-encoder.ts";
import { toFencedBlock } from "../../dialects/text/fence.ts";
import { createV2LookEncoder } from "../../dialects/v2/encode-look.ts";
import { createV2Encoder, toV2TerminalId } from "../../dialects/v2/encode.ts";
import type { PlainCall, PlainEnd, PlainView, Speaker, Speech } from "../bridge/speech.ts";
import { toMarkdown } from "../bridge/to-markdown.ts";
import { toV2Diff } from "./diff.ts";

/** Speaks ACP v2. What is said without a pause, a call or a prompt between is one message. */
export function createV2Speech(): Speech<SessionUpdate> {
  const messages = createMessageIds();
  return {
    releasesCommands: false,
    toTerminalId: toV2TerminalId,
    createTerminalEncoder(call) {
      messages.end();
      return call.look === null ? createV2Encoder(call) : createV2LookEncoder(call);
    },
    announceCall(call, status) {
      messages.end();
      return announceV2Call(call, status);
    },
    startCall: (toolCallId) => ({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "in_progress",
    }),
    endCall,
    say({ speaker, text, messageId = createMessageId(), images = [] }) {
      const content = { type: "text", text } as const;
      if (speaker === "user") {
        messages.end();
        const words = text === "" && images.length > 0 ? [] : [content];
        const pictures = images.map((image) => ({ type: "image" as const, ...image }));
        const blocks = [...words, ...pictures];
        return [{ sessionUpdate: "user_message", messageId, content: blocks }];
      }
      const chunk = { messageId: messages.idOf(speaker), content };
      return [
        speaker === "agent"
          ? { sessionUpdate: "agent_message_chunk", ...chunk }
          : { sessionUpdate: "agent_thought_chunk", ...chunk },
      ];
    },
    tellPlan(steps) {
      messages.end();
      const entries = steps.map(({ text, state, priority }) => ({
        content: text,
        status: state,
        priority,
      }));
      return { sessionUpdate: "plan_update", plan: { type: "items", planId: PLAN_ID, entries } };
    },
    tellUsage: ({ usedTokens, windowTokens }) => ({
      sessionUpdate: "usage_update",
      used: usedTokens,
      size: windowTokens,
    }),
  };
}

/** A session has one plan. */
const PLAN_ID = "plan";

/** A new name for a message. */
export function createMessageId(): string {
  return `msg_${crypto.randomUUID()}`;
}

/** The first update of a call that is no terminal. */
export function announceV2Call(
  { toolCallId, view, cwd }: PlainCall,
  status: OpenStatus,
): Extract<SessionUpdate, { sessionUpdate: "tool_call_update" }> {
  return {
    sessionUpdate: "tool_call_update",
    toolCallId,
    title: view.title,
    kind: view.card === "diff" ? "edit" : (view.kind ?? "other"),
    status,
    content: toContent(view, cwd),
    ...(view.locations && { locations: view.locations.map((each) => toLocation(each, cwd)) }),
    ...(view.card === "generic" && view.rawInput && { rawInput: view.rawInput }),
    capabilities: { cancel: {} },
  };
}

function endCall({ toolCallId, view, cwd, failed, notRun, lead }: PlainEnd): SessionUpdate {
  const about = lead.map((part) => toText(toMarkdown(part)));
  const badly = notRun?.cause === "cancelled" ? "cancelled" : "failed";
  return {
    sessionUpdate: "tool_call_update",
    toolCallId,
    status: failed ? badly : "completed",
    content: [...about, ...toContent(view, cwd)],
    ...(view.title !== undefined && { title: view.title }),
    ...(view.card === "generic" &&
      view.locations && { locations: view.locations.map((each) => toLocation(each, cwd)) }),
    ...(notRun !== null && { rawOutput: toFailureOutput(notRun) }),
    capabilities: null,
  };
}

/** Names the messages of the agent: the same name until something else comes between. */
function createMessageIds(): { idOf(speaker: Speaker): string; end(): void } {
  let current: { readonly speaker: Speaker; readonly id: string } | null = null;
  return {
    idOf(speaker) {
      if (current?.speaker !== speaker) current = { speaker, id: createMessageId() };
      return current.id;
    },
    end() {
      current = null;
    },
  };
}

function toLocation({ path, line }: ViewLocation, cwd: string): { path: string; line?: number } {
  return { path: resolveDirectory(cwd, path), ...(line !== undefined && { line }) };
}

function toContent(view: PlainView | ResultView, cwd: string): ToolCallContent[] {
  switch (view.card) {
    case "generic":
      return (view.content ?? []).map((part) => toText(toMarkdown(part)));
    case "diff":
      return view.diffs.map((diff) =>
        toV2Diff({ ...diff, path: resolveDirectory(cwd, diff.path) }),
      );
    case "terminal":
      return "output" in view && view.output !== undefined
        ? [toText(toFencedBlock(view.output, "console"))]
        : [];
  }
}

function toText(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}
