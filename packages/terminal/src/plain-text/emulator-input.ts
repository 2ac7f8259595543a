import { nextControlOffset, parseControlSequence, skipStyles } from "./control-sequence.ts";
import { readEffect, type EffectReach } from "./sequence-effect.ts";

/** A text in which only controls that move text about are left. */
export interface EmulatorInput {
  /** Lines joined by `\n`. A line that is no key of `effects` is text and tabs only, and already what it shows. */
  readonly text: string;
  /** How far the controls of a line reach, by line number from 0. */
  readonly effects: ReadonlyMap<number, EffectReach>;
  /** The last control reaches the end and shows nothing: what follows may belong to it. */
  readonly isOpen: boolean;
}

/**
 * Bounds how much one expensive control after another may cost: far above what a program that redraws its screen
 * needs (a full clear every hundred characters), and a hostile text of nothing else still takes linear time.
 */
const WORK_PER_CHARACTER = 0.25;
const MINIMUM_WORK = 5_000;

/**
 * Resolves everything that needs no screen: colours, titles, queries, modes and stray control characters go,
 * `\r\n`, `\v` and `\f` become `\n`, numbers in the controls that stay are cut down to the size of the screen.
 */
export function createEmulatorInput(source: string): EmulatorInput {
  return new InputBuilder(source).build();
}

class InputBuilder {
  readonly #source: string;
  readonly #parts: string[] = [];
  readonly #effects = new Map<number, EffectReach>();
  #line = 0;
  #isOpen = false;
  #isSticky = false;
  #workLeft: number;

  constructor(source: string) {
    this.#source = source;
    this.#workLeft = Math.max(MINIMUM_WORK, source.length * WORK_PER_CHARACTER);
  }

  build(): EmulatorInput {
    let at = 0;
    while (at < this.#source.length) {
      const next = nextControlOffset(this.#source, at);
      this.#addText(this.#source.slice(at, next === -1 ? undefined : next));
      if (next === -1) break;
      at = this.#addControl(next);
    }
    return { text: this.#parts.join(""), effects: this.#effects, isOpen: this.#isOpen };
  }

  #addText(text: string): void {
    if (text === "") return;
    this.#parts.push(text);
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#line++;
  }

  #addControl(at: number): number {
    if (this.#source.charAt(at) === "\r") return this.#addReturn(at);
    const afterStyles = skipStyles(this.#source, at);
    if (afterStyles !== at) return afterStyles;
    const sequence = parseControlSequence(this.#source, at);
    this.#isOpen = sequence.kind === "ignored" && sequence.end === this.#source.length;
    const effect = readEffect(sequence);
    switch (effect.reach) {
      case "none":
        break;
      case "break":
        this.#addText("\n");
        break;
      case "if-sticky":
        if (this.#isSticky) this.#parts.push(effect.emit);
        break;
      default:
        this.#addEffect(effect.reach, effect.emit, effect.work);
    }
    return sequence.end;
  }

  /** Returns before a line feed, or at the very end, show nothing. */
  #addReturn(at: number): number {
    let end = at + 1;
    while (this.#source.charAt(end) === "\r") end++;
    const after = this.#source.charAt(end);
    if (after !== "\n" && after !== "") this.#addEffect("line", "\r", 0);
    return end;
  }

  #addEffect(reach: EffectReach, emit: string, work: number): void {
    if (work > this.#workLeft) return;
    this.#workLeft -= work;
    this.#parts.push(emit);
    if (reach === "rest") this.#isSticky = true;
    const known = this.#effects.get(this.#line);
    if (known === undefined || RANK[known] < RANK[reach]) this.#effects.set(this.#line, reach);
  }
}

const RANK: Readonly<Record<EffectReach, number>> = { line: 0, screen: 1, rest: 2 };
