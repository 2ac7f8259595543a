import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import { resolveDirectory, type CommandRunner, type RunningCommand } from "@termwire/terminal";
import {
  ToolError,
  type CallView,
  type PreparedCall,
  type ResultView,
  type Tool,
  type ToolOutcome,
  type ViewText,
} from "@termwire/tools";
import { createClientEncoder } from "../dialects/client/encode.ts";
import { toTextContent } from "../dialects/content.ts";
import { createMetaEncoder } from "../dialects/meta/encode.ts";
import type { CallEnd, TerminalCall, TerminalEncoder } from "../dialects/terminal-encoder.ts";
import { createTextEncoder } from "../dialects/text/encode.ts";
import { toFencedBlock } from "../dialects/text/fence.ts";
import { followOutput } from "./follow-output.ts";
import type { AgentDialect } from "./negotiate-dialect.ts";
import type { AuthorizeCall } from "./permission-question.ts";

/** One session's way to its client. */
export interface BridgeOptions {
  readonly dialect: AgentDialect;
  /** The session's absolute directory. */
  readonly cwd: string;
  /** Sends one `session/update`; resolves when the transport took it. */
  readonly send: (update: SessionUpdate) => Promise<void>;
}

/** One tool call to run and show. */
export interface ToolCallRequest {
  readonly tool: Tool;
  /** As the model wrote it; checked by the tool. */
  readonly input: unknown;
  /** Unique in the session, never reused: it names the terminal, too. */
  readonly callId: string;
  readonly runner: CommandRunner;
  readonly signal: AbortSignal;
  /** Decides before it runs. Absent: it runs. A refused call is a failed one that ended as `denied`. */
  readonly authorize?: AuthorizeCall;
}

/** A call from the log. */
export interface ReplayedCall {
  /** Null for a tool there is not any more: shown as a generic card. */
  readonly tool: Tool | null;
  readonly toolName: string;
  readonly input: unknown;
  readonly callId: string;
  /** The logged result; undefined for a call that never got one, shown as lost. */
  readonly result: unknown;
}

/** Shows a session's tool calls and words to the client in the connection's dialect. */
export interface ToolCallBridge {
  /**
   * Runs the call and shows it: announced before it starts, its terminal live, its end when everything it printed
   * was sent. Resolves with what the model gets, also when the client is gone; never rejects for a failing tool.
   */
  runTool(request: ToolCallRequest): Promise<ToolOutcome>;
  /** Shows a call from the log as it was shown live, without running anything. */
  replayTool(call: ReplayedCall): Promise<void>;
  /** Says something as the agent. */
  showMessage(text: string): Promise<void>;
  /** Shows what the model thinks. */
  showThought(text: string): Promise<void>;
  /** Shows what the person said, on replay; `messageId` is the one its turn came with, where it was kept. */
  showUserMessage(text: string, messageId?: string): Promise<void>;
}

/** Creates the bridge of one session. */
export function createToolCallBridge(options: BridgeOptions): ToolCallBridge {
  const send = sendQuietly(options);
  const say = (sessionUpdate: ChunkKind, text: string): Promise<void> =>
    send({ sessionUpdate, content: { type: "text", text } });
  return {
    async runTool(request) {
      const prepared = prepare(request);
      const card = createCard(options, request.callId, prepared.view);
      await card.announce();
      const outcome = await prepared.run({
        callId: request.callId,
        session: { cwd: options.cwd },
        runner: request.runner,
        signal: request.signal,
        showTerminal: (command) => card.follow(command),
      });
      await card.finish(outcome);
      return outcome;
    },
    replayTool: (call) => replay(options, call),
    showMessage: (text) => say("agent_message_chunk", text),
    showThought: (text) => say("agent_thought_chunk", text),
    showUserMessage: (text) => say("user_message_chunk", text),
  };
}

type ChunkKind = "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk";

async function replay(options: BridgeOptions, call: ReplayedCall): Promise<void> {
  const { view, outcome } = present(call);
  const card = createCard(options, call.callId, view);
  await card.announce();
  await card.finish(outcome);
}

function present({ tool, toolName, input, result }: ReplayedCall): {
  view: CallView;
  outcome: ToolOutcome;
} {
  const unknown = tool === null ? `There is no tool "${toolName}" any more.` : null;
  if (tool !== null && result !== undefined) {
    const prepared = tool.prepare(input);
    return { view: prepared.view, outcome: prepared.replay(result) };
  }
  const text = unknown ?? "The session ended before this call did.";
  const view: ResultView = { card: "generic", content: [{ text }] };
  return {
    view: tool === null ? { card: "generic", title: toolName } : tool.prepare(input).view,
    outcome: { result, text, view, failed: true },
  };
}

/** Arguments the tool refuses are a failed call the model can correct, not an error of the turn. */
function prepare(request: ToolCallRequest): PreparedCall {
  try {
    return request.tool.prepare(request.input);
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    const outcome: ToolOutcome = {
      result: null,
      text: error.message,
      view: { card: "generic", content: [{ text: error.message }] },
      failed: true,
    };
    return {
      view: { card: "generic", title: request.tool.name, kind: "other" },
      run: async () => outcome,
      replay: () => outcome,
    };
  }
}

/** How one call is shown, from announcement to end. */
interface Card {
  announce(): Promise<void>;
  follow(command: RunningCommand): void;
  finish(outcome: ToolOutcome): Promise<void>;
}

function createCard(options: BridgeOptions, callId: string, view: CallView): Card {
  return view.card === "terminal"
    ? createTerminalCard(options, toTerminalCall(options.cwd, callId, view))
    : createPlainCard(options, callId, view);
}

function createTerminalCard(options: BridgeOptions, call: TerminalCall): Card {
  const encoder = createEncoder(options.dialect, call);
  const send = sendQuietly(options);
  let command: RunningCommand | null = null;
  let followed: Promise<void> = Promise.resolve();
  return {
    announce: () => send(encoder.announce()),
    follow(running) {
      command = running;
      const completion = new AbortController();
      void running.completed.then(() => completion.abort());
      followed = showOutput(encoder, running, { send, completed: completion.signal });
    },
    async finish(outcome) {
      await followed;
      const log = command?.output ?? null;
      for (const update of await encoder.encodeEnd(toCallEnd(outcome), log)) await send(update);
      // The client frees its terminal now; its card stays.
      if (options.dialect.kind === "client") await command?.release();
    },
  };
}

async function showOutput(
  encoder: TerminalEncoder,
  { spec, output }: RunningCommand,
  { send, completed }: { send: (update: SessionUpdate) => Promise<void>; completed: AbortSignal },
): Promise<void> {
  for (const update of encoder.encodeStart(spec.id)) await send(update);
  await followOutput({ log: output, encoder, send, completed });
}

function createPlainCard(
  options: BridgeOptions,
  toolCallId: string,
  view: Exclude<CallView, { card: "terminal" }>,
): Card {
  const send = sendQuietly(options);
  return {
    announce: () =>
      send({
        sessionUpdate: "tool_call",
        toolCallId,
        title: view.title,
        kind: view.card === "diff" ? "edit" : (view.kind ?? "other"),
        status: "in_progress",
        content: toContent(view),
        ...(view.locations && { locations: view.locations.map((location) => ({ ...location })) }),
        ...(view.card === "generic" && view.rawInput && { rawInput: view.rawInput }),
      }),
    follow: () => undefined,
    finish: ({ view: result, failed }) =>
      send({
        sessionUpdate: "tool_call_update",
        toolCallId,
        status: failed ? "failed" : "completed",
        content: toContent(result),
        ...(result.title !== undefined && { title: result.title }),
      }),
  };
}

function createEncoder(dialect: AgentDialect, call: TerminalCall): TerminalEncoder {
  switch (dialect.kind) {
    case "meta":
      return createMetaEncoder(call, dialect.outputKey);
    case "client":
      return createClientEncoder(call);
    case "text":
      return createTextEncoder(call);
  }
}

function toTerminalCall(
  sessionCwd: string,
  toolCallId: string,
  view: Extract<CallView, { card: "terminal" }>,
): TerminalCall {
  return {
    toolCallId,
    command: view.title,
    cwd: resolveDirectory(sessionCwd, view.cwd),
    description: view.description ?? null,
  };
}

function toCallEnd({ view, text, failed }: ToolOutcome): CallEnd {
  if (view.card !== "terminal") {
    const shown = view.card === "generic" ? (view.content ?? []).map(toMarkdown).join("\n\n") : "";
    return { kind: "failure", text: shown === "" ? text : shown };
  }
  return {
    kind: "terminal",
    end: {
      exitCode: view.exitCode ?? null,
      signal: view.signal ?? null,
      cause: view.cause ?? "exit",
      durationMs: view.durationMs ?? null,
    },
    failed,
    output: view.output ?? "",
  };
}

function toContent(view: CallView | ResultView): ToolCallContent[] {
  switch (view.card) {
    case "generic":
      return (view.content ?? []).map((part) => toTextContent(toMarkdown(part)));
    case "diff":
      return view.diffs.map((diff) => ({ type: "diff", ...diff }));
    case "terminal":
      return view.card === "terminal" && "output" in view && view.output !== undefined
        ? [toTextContent(toFencedBlock(view.output, "console"))]
        : [];
  }
}

function toMarkdown(part: ViewText): string {
  return part.fence === undefined ? part.text : toFencedBlock(part.text, part.fence);
}

/** A client that is gone ends the showing, never the work: its connection's end is handled where it is owned. */
function sendQuietly({ send }: BridgeOptions): (update: SessionUpdate) => Promise<void> {
  return (update) => send(update).catch(() => undefined);
}
