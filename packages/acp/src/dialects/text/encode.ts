import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import {
  createUtf8Decoder,
  describeEnding,
  incompleteUtf8Suffix,
  isCleanEnding,
  nextUtf8Boundary,
  type OutputLog,
  type OutputSlice,
} from "@termwire/terminal";
import { renderPlainText } from "@termwire/terminal/plain-text";
import { toTextContent } from "../content.ts";
import { toDenialNote } from "../denial-note.ts";
import { createKeptLog } from "../kept-log.ts";
import {
  toFailureOutput,
  toKind,
  toRawInput,
  type CallEnd,
  type OpenStatus,
  type ReplayedCallEnd,
  type TerminalCall,
  type TerminalEncoder,
} from "../terminal-encoder.ts";
import { toOutputFacts, toRawOutput, toTerminalEnding, type TerminalEnd } from "../terminal-end.ts";
import { toFencedBlock } from "./fence.ts";
import { createTrafficBudget } from "./traffic-budget.ts";

/** Each update is a whole snapshot, so fewer of them than in a dialect that appends. */
const INTERVAL_MS = 250;
/** What a finished card shows at most; a client draws it as one code block. */
const FINAL_LIMIT_BYTES = 1024 * 1024;
const LANGUAGE = "console";

/**
 * Speaks a terminal as text for clients that know nothing of terminals: while it runs, the newest part of the
 * output in a fence; at the end the output and how it ended.
 */
export function createTextEncoder(
  call: TerminalCall,
  clock: () => number = Date.now,
): TerminalEncoder {
  return new SnapshotEncoder(call, clock);
}

/** Output as text, cut to its newest part. */
interface Excerpt {
  readonly text: string;
  readonly omittedBytes: number;
  readonly replacedCharacters: number;
}

class SnapshotEncoder implements TerminalEncoder {
  readonly intervalMs = INTERVAL_MS;
  readonly outlivesCall = false;
  readonly #call: TerminalCall;
  readonly #clock: () => number;
  readonly #budget = createTrafficBudget();
  #heldBack = false;
  /** The call is over; its status is told. */
  #detached = false;

  constructor(call: TerminalCall, clock: () => number) {
    this.#call = call;
    this.#clock = clock;
  }

  announce(status: OpenStatus): Extract<SessionUpdate, { sessionUpdate: "tool_call" }> {
    const { toolCallId, command } = this.#call;
    return {
      sessionUpdate: "tool_call",
      toolCallId,
      title: command,
      ...toKind(this.#call),
      status,
      content: this.#content([]),
      rawInput: toRawInput(this.#call),
    };
  }

  /** Announced already, by the id of its call. */
  encodeStart(): readonly SessionUpdate[] {
    return [];
  }

  async encodeOutput(slice: OutputSlice, log: OutputLog): Promise<readonly SessionUpdate[]> {
    this.#budget.earn(slice.bytes.length + slice.lostBytes);
    const limitBytes = this.#budget.affordableBytes(this.#clock());
    this.#heldBack = limitBytes === 0;
    if (this.#heldBack) return [];
    const excerpt = await readExcerpt(log, { limitBytes, isFinal: false });
    this.#budget.spend(excerpt.text.length, this.#clock());
    return [
      {
        sessionUpdate: "tool_call_update",
        toolCallId: this.#call.toolCallId,
        content: this.#content(toBlocks(excerpt)),
        rawOutput: toOutputFacts(toFenceFacts(excerpt)),
      },
    ];
  }

  /** Whatever is shown of its output, the next snapshot takes its place. */
  encodeAgain(status: OpenStatus): readonly SessionUpdate[] {
    return [this.announce(status)];
  }

  /** There is no terminal to tell it of. */
  encodeNews(): readonly SessionUpdate[] {
    return [];
  }

  heldBackMs(): number | null {
    return this.#heldBack ? this.#budget.nextAllowanceMs(this.#clock()) : null;
  }

  /** That it runs on is told as raw input, too: it may have been asked for after the start. */
  async encodeDetach(text: string, log: OutputLog): Promise<readonly SessionUpdate[]> {
    this.#detached = true;
    const excerpt = await readExcerpt(log, { limitBytes: FINAL_LIMIT_BYTES, isFinal: false });
    return [
      {
        sessionUpdate: "tool_call_update",
        toolCallId: this.#call.toolCallId,
        status: "completed",
        content: this.#content([...toBlocks(excerpt), text]),
        rawInput: toRawInput({ ...this.#call, background: true }),
        rawOutput: { runsOn: true, ...toOutputFacts(toFenceFacts(excerpt)) },
      },
    ];
  }

  async encodeEnd(end: CallEnd, log: OutputLog | null): Promise<readonly SessionUpdate[]> {
    const { toolCallId } = this.#call;
    if (end.kind === "failure") {
      return [
        {
          sessionUpdate: "tool_call_update",
          toolCallId,
          status: "failed",
          content: this.#content([end.text]),
          rawOutput: toFailureOutput(end),
        },
      ];
    }
    const excerpt =
      log === null
        ? { text: end.output, omittedBytes: 0, replacedCharacters: 0 }
        : await readExcerpt(log, { limitBytes: FINAL_LIMIT_BYTES, isFinal: true });
    return [
      {
        sessionUpdate: "tool_call_update",
        toolCallId,
        ...(!this.#detached && { status: end.failed ? "failed" : "completed" }),
        content: this.#content([...toBlocks(excerpt), ...toEndingLines(end.end, excerpt)]),
        rawOutput: toRawOutput({
          ...end.end,
          outputBytes: log?.endOffset ?? null,
          ...toFenceFacts(excerpt),
        }),
      },
    ];
  }

  async encodeReplay({ end, kept }: ReplayedCallEnd): Promise<readonly SessionUpdate[]> {
    const log = kept === null ? null : createKeptLog(kept);
    return [this.announce("in_progress"), ...(await this.encodeEnd(end, log))];
  }

  #content(blocks: readonly string[]): ToolCallContent[] {
    const { description } = this.#call;
    return (description === null ? blocks : [description, ...blocks]).map(toTextContent);
  }
}

/** A character that is not complete yet waits for its rest, until none can come. */
async function readExcerpt(
  log: OutputLog,
  { limitBytes, isFinal }: { readonly limitBytes: number; readonly isFinal: boolean },
): Promise<Excerpt> {
  const from = Math.max(log.startOffset, log.endOffset - limitBytes);
  const { bytes, start } = log.read(from);
  const skip = start === 0 ? 0 : nextUtf8Boundary(bytes, 0);
  const kept = bytes.subarray(skip, bytes.length - (isFinal ? 0 : incompleteUtf8Suffix(bytes)));
  return {
    text: await renderPlainText(kept),
    omittedBytes: start + skip,
    replacedCharacters: countReplaced(kept),
  };
}

function countReplaced(bytes: Uint8Array): number {
  const decoder = createUtf8Decoder();
  decoder.decode(bytes);
  decoder.flush();
  return decoder.replacedCount;
}

function toBlocks(excerpt: Excerpt): string[] {
  const notice =
    excerpt.omittedBytes > 0 ? `[… ${excerpt.omittedBytes} bytes omitted above]\n\n` : "";
  return excerpt.text === "" ? [] : [notice + toFencedBlock(excerpt.text, LANGUAGE)];
}

function toFenceFacts(excerpt: Excerpt): {
  omittedBytes: number;
  replacedCharacters: number;
  endsWithoutNewline: boolean;
} {
  return {
    omittedBytes: excerpt.omittedBytes,
    replacedCharacters: excerpt.replacedCharacters,
    endsWithoutNewline: excerpt.text !== "" && !excerpt.text.endsWith("\n"),
  };
}

/** A clean exit needs no words beside output: the card's status says it. Without, the card would say nothing at all. */
function toEndingLines(end: TerminalEnd, { text, omittedBytes }: Excerpt): string[] {
  const { sandboxDenial } = end;
  const denial = sandboxDenial === null ? [] : [`[${toDenialNote(sandboxDenial)}]`];
  const ending = toTerminalEnding(end);
  const saysEnough = isCleanEnding(ending) && (text !== "" || omittedBytes > 0);
  return saysEnough ? denial : [...denial, `[${describeEnding(ending)}]`];
}
