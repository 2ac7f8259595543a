import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { countStringBytes } from "../lines/count-string-bytes.ts";
import { createOutputTemplate, type OutputTemplate } from "../lines/output-template.ts";
import type { WireLine } from "../lines/wire-line.ts";
import type { CallCard } from "./call-card.ts";

/** Kept as it came: what a decoder compares with the whole output at the end, which is 1 MiB, and some more. */
const KEPT_BYTES = 2 * 1024 * 1024;
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
  kept: Uint8Array[];
  keptBytes: number;
  skippedBytes: number;
}

/**
 * Output that the client gets as the agent says it. A line like one before is told by its bytes, so that most of what
 * an agent sends is neither parsed nor copied; what it said is decoded when it is asked for.
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
    this.#passing.set(card, { card, template, kept: [], keptBytes: 0, skippedBytes: 0 });
  }

  /** True for a line like one that was learned, whose card takes it as it is. */
  take(line: Uint8Array): boolean {
    for (const passing of this.#passing.values()) {
      const written = passing.template.read(line);
      if (written === null) continue;
      if (!passing.card.takesVerbatim) return false;
      keep(passing, written);
      return true;
    }
    return false;
  }

  /** Hands over what has passed. */
  collect(): readonly PassedOutput[] {
    const passed: PassedOutput[] = [];
    for (const passing of this.#passing.values()) {
      const { card, kept, skippedBytes } = passing;
      if (kept.length === 0) continue;
      const updates = kept.map((written) => this.#toUpdate(card, written));
      passed.push({ card, skippedBytes, updates });
      Object.assign(passing, { kept: [], keptBytes: 0, skippedBytes: 0 });
    }
    return passed;
  }

  #toUpdate({ call: { toolCallId } }: CallCard, written: Uint8Array): UpdateFields {
    const output = { terminal_id: toolCallId, data: readString(written) };
    const _meta = { [this.#outputKey]: output };
    return { sessionUpdate: "tool_call_update", toolCallId, _meta };
  }
}

/** A part of this share of what it was cut from keeps little else in memory. */
const MIN_SHARE = 1 / 64;

function keep(passing: Passing, written: Uint8Array): void {
  const isSmall = written.length < written.buffer.byteLength * MIN_SHARE;
  passing.kept.push(isSmall ? new Uint8Array(written) : written);
  passing.keptBytes += written.length;
  while (passing.keptBytes > KEPT_BYTES && passing.kept.length > 1) {
    const oldest = passing.kept.shift() ?? written;
    passing.keptBytes -= oldest.length;
    passing.skippedBytes += countStringBytes(oldest);
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
