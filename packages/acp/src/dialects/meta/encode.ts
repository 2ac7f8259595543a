import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import {
  createUtf8Decoder,
  type OutputLog,
  type OutputSlice,
  type TerminalSize,
} from "@termwire/terminal";
import { toTextContent } from "../content.ts";
import {
  isInteractive,
  toFailureOutput,
  toRawInput,
  type CallEnd,
  type CommandNews,
  type OpenStatus,
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
  readonly #call: TerminalCall;
  readonly #outputKey: OutputKey;
  readonly #decoder = createUtf8Decoder();
  /** The call is over; its status is told. */
  #detached = false;

  constructor(call: TerminalCall, outputKey: OutputKey) {
    this.#call = call;
    this.#outputKey = outputKey;
  }

  announce(status: OpenStatus): SessionUpdate {
    const { toolCallId, command, cwd } = this.#call;
    const content: ToolCallContent[] = [{ type: "terminal", terminalId: toolCallId }];
    return {
      sessionUpdate: "tool_call",
      toolCallId,
      title: command,
      kind: "execute",
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
    const rawOutput = toRawOutput({
      ...end.end,
      outputBytes: log?.endOffset ?? null,
      omittedBytes: 0,
      replacedCharacters: this.#decoder.replacedCount,
      endsWithoutNewline: false,
    });
    const result = { status: end.failed ? "failed" : "completed", rawOutput } as const;
    return [
      ...this.#output(this.#decoder.flush() + unfollowed),
      { ...this.#update(this.#exit(end.end)), ...(!this.#detached && result) },
    ];
  }

  #about(): ToolCallContent[] {
    const { description } = this.#call;
    return description === null ? [] : [toTextContent(description)];
  }

  #extend(facts: Record<string, unknown>): SessionUpdate {
    return this.#update({ [EXTENSION_KEY]: facts });
  }

  #output(data: string): SessionUpdate[] {
    if (data === "") return [];
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

  #exit(end: TerminalEnd): Record<string, unknown> {
    return {
      [META_KEYS.exit]: {
        terminal_id: this.#call.toolCallId,
        exit_code: end.exitCode,
        signal: end.signal,
      },
      [EXTENSION_KEY]: { cause: end.cause, durationMs: end.durationMs },
    };
  }

  /** The terminal never ran: the words take its place. */
  #failure(end: Extract<CallEnd, { kind: "failure" }>): SessionUpdate {
    const { text, cause } = end;
    return {
      ...this.#update(this.#exit({ exitCode: null, signal: null, cause, durationMs: null })),
      status: "failed",
      content: [...this.#about(), toTextContent(text)],
      rawOutput: toFailureOutput(end),
    };
  }

  #update(
    meta: Record<string, unknown>,
  ): Extract<SessionUpdate, { sessionUpdate: "tool_call_update" }> {
    return {
      sessionUpdate: "tool_call_update",
      toolCallId: this.#call.toolCallId,
      _meta: meta,
    };
  }
}

function toSize({ cols, rows }: TerminalSize): TerminalSize {
  return { cols, rows };
}
