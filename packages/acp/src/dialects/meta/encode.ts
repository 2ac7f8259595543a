import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import {
  createUtf8Decoder,
  type OutputLog,
  type OutputSlice,
  type TerminalSize,
} from "@termwire/terminal";
import { toTextContent } from "../content.ts";
import { toDenialNote } from "../denial-note.ts";
import {
  isInteractive,
  toFailureOutput,
  toKind,
  toRawInput,
  type CallEnd,
  type CommandNews,
  type OpenStatus,
  type ReplayedCallEnd,
  type StartedCommand,
  type TerminalCall,
  type TerminalEncoder,
} from "../terminal-encoder.ts";
import { toRawOutput, type TerminalEnd } from "../terminal-end.ts";
import { EXTENSION_KEY, META_KEYS, type OutputKey } from "./keys.ts";

/** 30 updates a second: smooth to the eye, and a flood costs few messages. */
const INTERVAL_MS = 33;

/**
 * Speaks a terminal by the `_meta` convention: the card is announced with its directory, output is appended as it
 * comes, the exit closes it. Only for a client that asked for `outputKey`.
 */
export function createMetaEncoder(call: TerminalCall, outputKey: OutputKey): TerminalEncoder {
  return new MetaEncoder(call, outputKey);
}

class MetaEncoder implements TerminalEncoder {
  readonly intervalMs = INTERVAL_MS;
  readonly outlivesCall = true;
  readonly #call: TerminalCall;
  readonly #outputKey: OutputKey;
  readonly #decoder = createUtf8Decoder();
  /** The call is over; its status is told. */
  #detached = false;
  #isAtLineStart = true;

  constructor(call: TerminalCall, outputKey: OutputKey) {
    this.#call = call;
    this.#outputKey = outputKey;
  }

  announce(status: OpenStatus): Extract<SessionUpdate, { sessionUpdate: "tool_call" }> {
    const { toolCallId, command, cwd } = this.#call;
    const content: ToolCallContent[] = [{ type: "terminal", terminalId: toolCallId }];
    return {
      sessionUpdate: "tool_call",
      toolCallId,
      title: command,
      ...toKind(this.#call),
      status,
      content: [...this.#about(), ...content],
      rawInput: toRawInput(this.#call),
      _meta: { [META_KEYS.info]: { terminal_id: toolCallId, cwd } },
    };
  }

  /** Announced already, by the id of its call; that it is a terminal one can type into is known only now. */
  encodeStart(command: StartedCommand): readonly SessionUpdate[] {
    const { size } = command;
    if (size === null) return [];
    const interactive = isInteractive(command);
    return [this.#extend({ size: toSize(size), ...(interactive && { interactive }) })];
  }

  /** Who knows it already lets go of its output, for it comes again. */
  encodeAgain(status: OpenStatus, command: StartedCommand | null): readonly SessionUpdate[] {
    const announced = this.announce(status);
    const _meta = { ...announced._meta, [EXTENSION_KEY]: { again: true } };
    return [{ ...announced, _meta }, ...(command === null ? [] : this.encodeStart(command))];
  }

  encodeNews(news: CommandNews): readonly SessionUpdate[] {
    return news.type === "waiting"
      ? [this.#extend({ waiting: news.isWaiting })]
      : [this.#extend({ size: toSize(news.size) })];
  }

  async encodeOutput(slice: OutputSlice): Promise<readonly SessionUpdate[]> {
    const updates: SessionUpdate[] = [];
    if (slice.lostBytes > 0) {
      updates.push(...this.#output(this.#decoder.flush()), this.#gap(slice.lostBytes));
    }
    return [...updates, ...this.#output(this.#decoder.decode(slice.bytes))];
  }

  heldBackMs(): null {
    return null;
  }

  /** That it runs on is told as raw input: it may have been asked for after the start. */
  async encodeDetach(): Promise<readonly SessionUpdate[]> {
    this.#detached = true;
    const { toolCallId } = this.#call;
    const rawInput = toRawInput({ ...this.#call, background: true });
    return [{ sessionUpdate: "tool_call_update", toolCallId, status: "completed", rawInput }];
  }

  async encodeEnd(end: CallEnd, log: OutputLog | null): Promise<readonly SessionUpdate[]> {
    if (end.kind === "failure") return [this.#failure(end)];
    const unfollowed = log === null ? end.output : "";
    return [
      ...this.#output(this.#decoder.flush() + unfollowed),
      ...this.#notice(end.end),
      {
        ...this.#update(this.#exit(end.end)),
        ...(!this.#detached && this.#result(end, log?.endOffset ?? null)),
      },
    ];
  }

  async encodeReplay({ end, kept, ranOn }: ReplayedCallEnd): Promise<readonly SessionUpdate[]> {
    const announced = this.announce("in_progress");
    if (end.kind === "failure") return [announced, this.#failure(end)];
    const { bytes, omittedBytes, size } = kept ?? { bytes: null, omittedBytes: 0, size: null };
    const gap = omittedBytes > 0 ? [this.#gap(omittedBytes)] : [];
    const text = bytes === null ? end.output : this.#decoder.decode(bytes) + this.#decoder.flush();
    const output = [...this.#output(text), ...this.#notice(end.end)];
    const outputBytes = bytes === null ? null : omittedBytes + bytes.length;
    const exit = this.#exit(end.end, size);
    const result = ranOn ? ({ status: "completed" } as const) : this.#result(end, outputBytes);
    // One update can have output and exit; two outputs take one each.
    const [only] = output;
    const isOne = output.length === 1 && only !== undefined;
    return [
      announced,
      ...gap,
      ...(isOne ? [] : output),
      { ...this.#update({ ...(isOne && only._meta), ...exit }), ...result },
    ];
  }

  #result({ end, failed }: Extract<CallEnd, { kind: "terminal" }>, outputBytes: number | null) {
    const rawOutput = toRawOutput({
      ...end,
      outputBytes,
      omittedBytes: 0,
      replacedCharacters: this.#decoder.replacedCount,
      endsWithoutNewline: false,
    });
    return { status: failed ? "failed" : "completed", rawOutput } as const;
  }

  #about(): ToolCallContent[] {
    const { description } = this.#call;
    return description === null ? [] : [toTextContent(description)];
  }

  #extend(facts: Record<string, unknown>): SessionUpdate {
    return this.#update({ [EXTENSION_KEY]: facts });
  }

  #output(data: string): CallUpdate[] {
    if (data === "") return [];
    this.#isAtLineStart = data.endsWith("\n");
    return [this.#update({ [this.#outputKey]: { terminal_id: this.#call.toolCallId, data } })];
  }

  /** Says in the stream itself, for any client, that bytes are missing here; ours takes the number instead. */
  #gap(lostBytes: number): SessionUpdate {
    const data = `\r\n[… ${lostBytes} bytes not shown]\r\n`;
    return this.#update({
      [this.#outputKey]: { terminal_id: this.#call.toolCallId, data },
      [EXTENSION_KEY]: { lostBytes },
    });
  }

  /** Says in the stream, too, what else nobody would be shown; ours takes it from the end. */
  #notice({ sandboxDenial }: TerminalEnd): CallUpdate[] {
    if (sandboxDenial === null) return [];
    const data = `${this.#isAtLineStart ? "" : "\r\n"}[${toDenialNote(sandboxDenial)}]\r\n`;
    return [
      this.#update({
        [this.#outputKey]: { terminal_id: this.#call.toolCallId, data },
        [EXTENSION_KEY]: { notice: true },
      }),
    ];
  }

  #exit(end: TerminalEnd, size: TerminalSize | null = null): Record<string, unknown> {
    const { cause, durationMs, sandboxDenial } = end;
    return {
      [META_KEYS.exit]: {
        terminal_id: this.#call.toolCallId,
        exit_code: end.exitCode,
        signal: end.signal,
      },
      [EXTENSION_KEY]: {
        cause,
        durationMs,
        ...(sandboxDenial !== null && { sandboxDenial }),
        ...(size !== null && { size: toSize(size) }),
      },
    };
  }

  /** The terminal never ran: the words take its place. */
  #failure(end: Extract<CallEnd, { kind: "failure" }>): SessionUpdate {
    const { text, cause } = end;
    const never = { exitCode: null, signal: null, cause, durationMs: null, sandboxDenial: null };
    return {
      ...this.#update(this.#exit(never)),
      status: "failed",
      content: [...this.#about(), toTextContent(text)],
      rawOutput: toFailureOutput(end),
    };
  }

  #update(meta: Record<string, unknown>): CallUpdate {
    return {
      sessionUpdate: "tool_call_update",
      toolCallId: this.#call.toolCallId,
      _meta: meta,
    };
  }
}

type CallUpdate = Extract<SessionUpdate, { sessionUpdate: "tool_call_update" }>;

function toSize({ cols, rows }: TerminalSize): TerminalSize {
  return { cols, rows };
}
