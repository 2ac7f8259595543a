import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk/experimental/v2";
import type { OutputLog, OutputSlice } from "@termwire/terminal";
import { toDenialNote } from "../denial-note.ts";
import { EXTENSION_KEY } from "../meta/keys.ts";
import {
  isInteractive,
  toFailureOutput,
  toKind,
  toRawInput,
  type CallEnd,
  type CommandNews,
  type KeptTerminal,
  type OpenStatus,
  type ReplayedCallEnd,
  type StartedCommand,
  type TerminalCall,
  type TerminalEncoder,
} from "../terminal-encoder.ts";
import { toRawOutput, type TerminalEnd } from "../terminal-end.ts";
import { encodeBase64 } from "./encode-base64.ts";

/** 30 updates a second: smooth to the eye, and a flood costs few messages. */
const INTERVAL_MS = 33;

/** The terminal of a call: as unique as the call, and never mistaken for it. */
export function toV2TerminalId(toolCallId: string): string {
  return `term_${toolCallId}`;
}

/**
 * Speaks a terminal that the agent owns (ACP v2): there is one from the start of its command on, its bytes come
 * untouched, its end is its own and not its call's.
 */
export function createV2Encoder(call: TerminalCall): TerminalEncoder<SessionUpdate> {
  return new V2Encoder(call);
}

type CallUpdate = Extract<SessionUpdate, { sessionUpdate: "tool_call_update" }>;

class V2Encoder implements TerminalEncoder<SessionUpdate> {
  readonly intervalMs = INTERVAL_MS;
  readonly outlivesCall = true;
  readonly #call: TerminalCall;
  readonly #terminalId: string;
  /** Its directory as it was resolved; null until the command has started. */
  #cwd: string | null = null;
  /** What of ours is told of the terminal: each update that has any of it has all of it. */
  #extension: Readonly<Record<string, unknown>> = {};
  /** The call is over; its status is told. */
  #detached = false;

  constructor(call: TerminalCall) {
    this.#call = call;
    this.#terminalId = toV2TerminalId(call.toolCallId);
  }

  announce(status: OpenStatus): CallUpdate {
    return {
      ...this.#callUpdate(),
      title: this.#call.command,
      ...toKind(this.#call),
      status,
      content: this.#about(),
      rawInput: toRawInput(this.#call),
      capabilities: { cancel: {} },
    };
  }

  /** A terminal that is known already has no output again, until that comes. */
  encodeAgain(status: OpenStatus, command: StartedCommand | null): readonly SessionUpdate[] {
    const announced = this.announce(status);
    if (command === null) return [announced];
    return [announced, { ...this.#terminalUpdate(), output: null }, ...this.encodeStart(command)];
  }

  encodeStart(started: StartedCommand): readonly SessionUpdate[] {
    const { cwd, size } = started;
    this.#cwd = cwd;
    const { command } = this.#call;
    const interactive = isInteractive(started);
    return [
      {
        ...this.#terminalUpdate(),
        command,
        cwd,
        ...(size !== null && { size }),
        capabilities: { cancel: {} },
        ...(interactive && this.#extend({ interactive })),
      },
      { ...this.#callUpdate(), content: this.#embedded() },
    ];
  }

  async encodeOutput(slice: OutputSlice): Promise<readonly SessionUpdate[]> {
    const data = encodeBase64(slice.bytes);
    if (slice.lostBytes > 0) return [this.#resync(data, slice.start)];
    if (slice.bytes.length === 0) return [];
    return [{ sessionUpdate: "terminal_output_chunk", terminalId: this.#terminalId, data }];
  }

  encodeNews(news: CommandNews): readonly SessionUpdate[] {
    const told =
      news.type === "waiting" ? this.#extend({ waiting: news.isWaiting }) : { size: news.size };
    return [{ ...this.#terminalUpdate(), ...told }];
  }

  heldBackMs(): null {
    return null;
  }

  async encodeDetach(): Promise<readonly SessionUpdate[]> {
    this.#detached = true;
    return [{ ...this.#callUpdate(), status: "completed", capabilities: null }];
  }

  async encodeReplay({ end, kept, ranOn }: ReplayedCallEnd): Promise<readonly SessionUpdate[]> {
    const announced = this.announce("in_progress");
    if (end.kind === "failure") return [{ ...announced, ...this.#failure(end) }];
    const outputBytes = kept === null ? null : kept.omittedBytes + kept.bytes.length;
    const result = ranOn
      ? ({ status: "completed", capabilities: null } as const)
      : this.#result(end, outputBytes);
    const content = this.#embedded(ranOn ? null : end.end.sandboxDenial);
    return [this.#whole(end, kept), { ...announced, content, ...result }];
  }

  async encodeEnd(end: CallEnd, log: OutputLog | null): Promise<readonly SessionUpdate[]> {
    if (end.kind === "failure") return [this.#failure(end)];
    const { sandboxDenial } = end.end;
    const isNew = this.#cwd === null;
    const terminal = isNew ? this.#whole(end, null) : this.#exit(end.end);
    if (this.#detached) return [terminal];
    const call: SessionUpdate = {
      ...this.#callUpdate(),
      ...((isNew || sandboxDenial !== null) && { content: this.#embedded(sandboxDenial) }),
      ...this.#result(end, log?.endOffset ?? null),
    };
    return [terminal, call];
  }

  /** All of a terminal that was not followed live. */
  #whole(
    { end, output }: Extract<CallEnd, { kind: "terminal" }>,
    kept: KeptTerminal | null,
  ): SessionUpdate {
    const { command } = this.#call;
    const { cwd, size, omittedBytes } = kept ?? { ...this.#call, size: null, omittedBytes: 0 };
    const data = encodeBase64(kept?.bytes ?? new TextEncoder().encode(output));
    const about = { command, cwd, ...(size !== null && { size }) };
    return { ...this.#exit(end, omittedBytes), ...about, output: { data } };
  }

  #exit(
    end: TerminalEnd,
    omittedBytes = 0,
  ): Extract<SessionUpdate, { sessionUpdate: "terminal_update" }> {
    const { exitCode, signal, cause, durationMs, sandboxDenial } = end;
    const extension = {
      cause,
      durationMs,
      ...(sandboxDenial !== null && { sandboxDenial }),
      ...(omittedBytes > 0 && { omittedBytes }),
    };
    return {
      ...this.#terminalUpdate(),
      exitStatus: {
        ...(exitCode !== null && { exitCode }),
        ...(signal !== null && { signal }),
      },
      capabilities: null,
      _meta: { [EXTENSION_KEY]: extension },
    };
  }

  #result({ end, failed }: Extract<CallEnd, { kind: "terminal" }>, outputBytes: number | null) {
    const rawOutput = toRawOutput({
      ...end,
      outputBytes,
      omittedBytes: 0,
      replacedCharacters: 0,
      endsWithoutNewline: false,
    });
    return { status: toStatus(failed, end.cause), rawOutput, capabilities: null };
  }

  /** A reader too slow for the log gets what is left of it anew, and how much it starts without. */
  #resync(data: string, omittedBytes: number): SessionUpdate {
    return { ...this.#terminalUpdate(), output: { data }, ...this.#extend({ omittedBytes }) };
  }

  /** There is no terminal of a command that never ran: the words take its place. */
  #failure(end: Extract<CallEnd, { kind: "failure" }>): CallUpdate {
    return {
      ...this.#callUpdate(),
      status: toStatus(true, end.cause),
      content: [...this.#about(), toText(end.text)],
      rawOutput: toFailureOutput(end),
      capabilities: null,
    };
  }

  #extend(facts: Readonly<Record<string, unknown>>): { _meta: Record<string, unknown> } {
    this.#extension = { ...this.#extension, ...facts };
    return { _meta: { [EXTENSION_KEY]: this.#extension } };
  }

  #about(): ToolCallContent[] {
    const { description } = this.#call;
    return description === null ? [] : [toText(description)];
  }

  #embedded(sandboxDenial: string | null = null): ToolCallContent[] {
    const denial = sandboxDenial === null ? [] : [toText(`[${toDenialNote(sandboxDenial)}]`)];
    return [...this.#about(), { type: "terminal", terminalId: this.#terminalId }, ...denial];
  }

  #terminalUpdate(): { sessionUpdate: "terminal_update"; terminalId: string } {
    return { sessionUpdate: "terminal_update", terminalId: this.#terminalId };
  }

  #callUpdate(): { sessionUpdate: "tool_call_update"; toolCallId: string } {
    return { sessionUpdate: "tool_call_update", toolCallId: this.#call.toolCallId };
  }
}

/** Calls have a status of their own for having been cancelled. */
function toStatus(failed: boolean, cause: string): "completed" | "failed" | "cancelled" {
  if (!failed) return "completed";
  return cause === "cancelled" ? "cancelled" : "failed";
}

function toText(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}
