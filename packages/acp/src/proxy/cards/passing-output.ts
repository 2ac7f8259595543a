import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { createOutputTemplate, type OutputTemplate } from "../lines/output-template.ts";
import type { WireLine } from "../lines/wire-line.ts";
import type { CallCard } from "./call-card.ts";
import { WrittenTail } from "./written-tail.ts";

/** Commands that print at the same time; of any more every line is parsed. */
const MAX_CARDS = 8;

/** What passed of one card's output since somebody asked. */
export interface PassedOutput {
  readonly card: CallCard;
  /** Bytes that came before what is kept. */
  readonly skippedBytes: number;
  /** The newest updates, in order. */
  readonly updates: readonly UpdateFields[];
}

interface Passing {
  readonly card: CallCard;
  readonly template: OutputTemplate;
  /** What a decoder compares with the whole output at the end, which is 1 MiB, and some more. */
  readonly tail: WrittenTail;
}

/**
 * Output that the client gets as the agent says it. A line like one before is told by its bytes, so that most of what
 * an agent sends is not parsed; what it said is decoded when it is asked for.
 */
export class PassingOutput {
  readonly #outputKey: string;
  readonly #passing = new Map<CallCard, Passing>();

  /** @param outputKey under which the client takes output. */
  constructor(outputKey: string) {
    this.#outputKey = outputKey;
  }

  /** Knows from now on what output of this card looks like. */
  learn(line: WireLine, card: CallCard): void {
    const path = ["params", "update", "_meta", this.#outputKey, "data"] as const;
    const template = createOutputTemplate(line, path);
    if (template === null) return;
    const [oldest] = this.#passing.keys();
    if (oldest !== undefined && this.#passing.size >= MAX_CARDS) this.#passing.delete(oldest);
    this.#passing.set(card, { card, template, tail: new WrittenTail() });
  }

  /** True for a line like one that was learned, whose card takes it as it is. */
  take(line: Uint8Array): boolean {
    for (const passing of this.#passing.values()) {
      const written = passing.template.read(line);
      if (written === null) continue;
      if (!passing.card.takesVerbatim) return false;
      passing.tail.add(written);
      return true;
    }
    return false;
  }

  /** Hands over what has passed. */
  collect(): readonly PassedOutput[] {
    const passed: PassedOutput[] = [];
    for (const { card, tail } of this.#passing.values()) {
      if (tail.isEmpty) continue;
      const { skippedBytes, strings } = tail.take();
      const updates = strings.map((written) => this.#toUpdate(card, written));
      passed.push({ card, skippedBytes, updates });
    }
    return passed;
  }

  #toUpdate({ call: { toolCallId } }: CallCard, written: Uint8Array): UpdateFields {
    const output = { terminal_id: toolCallId, data: readString(written) };
    const _meta = { [this.#outputKey]: output };
    return { sessionUpdate: "tool_call_update", toolCallId, _meta };
  }
}

const DECODER = new TextDecoder();

/** Empty for what is no string: such a line was broken, and said nothing. */
function readString(written: Uint8Array): string {
  try {
    return String(JSON.parse(`"${DECODER.decode(written)}"`));
  } catch {
    return "";
  }
}
