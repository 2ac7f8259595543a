import { nextUtf8Boundary } from "@termwire/terminal";
import { renderPlainText, settlePlainText } from "@termwire/terminal/plain-text";
import type { OutputText } from "./read-output.ts";

/** The text of an output that goes on. Appending and reading take turns. */
export interface GrowingText {
  /** Takes in more; resolves when it can be read. */
  append(bytes: Uint8Array): Promise<void>;
  read(): Promise<OutputText>;
}

/** So much is rendered again at each reading before it is looked at what of it is settled. */
const OPEN_BYTES = 8 * 1024;
/** Cutting a text costs all of it: it may outgrow its limit by this part before it is done. */
const SLACK_SHARE = 1 / 4;

/**
 * Creates an empty text that keeps the newest `limitBytes`.
 *
 * @param start.isTail it begins in the middle of an output, perhaps of a character.
 */
export function createGrowingText(
  limitBytes: number,
  { isTail }: { readonly isTail: boolean } = { isTail: false },
): GrowingText {
  return new SettlingText(limitBytes, isTail);
}

class SettlingText implements GrowingText {
  readonly #limitBytes: number;
  readonly #encoder = new TextEncoder();
  #settled = "";
  #settledBytes = 0;
  #open: Uint8Array = new Uint8Array(0);
  /** Looked at again when it has doubled, so that an output that never settles costs linear time. */
  #settleFromBytes = OPEN_BYTES;
  #isCut: boolean;
  #startsInside: boolean;

  constructor(limitBytes: number, isTail: boolean) {
    this.#limitBytes = limitBytes;
    this.#isCut = isTail;
    this.#startsInside = isTail;
  }

  async append(bytes: Uint8Array): Promise<void> {
    const added = this.#startsInside ? bytes.subarray(nextUtf8Boundary(bytes, 0)) : bytes;
    this.#startsInside = false;
    this.#open = join(this.#open, added);
    if (this.#open.length < this.#settleFromBytes) return;
    const { text, rest } = await settlePlainText(this.#open);
    this.#open = rest;
    this.#keep(text);
    this.#boundOpen();
    this.#settleFromBytes = Math.max(OPEN_BYTES, 2 * this.#open.length);
  }

  async read(): Promise<OutputText> {
    const open = await renderPlainText(this.#open);
    const excess = this.#settledBytes + this.#sizeOf(open) - this.#limitBytes;
    const output = this.#withoutFirst(this.#settled + open, excess);
    return { output, truncated: this.#isCut || excess > 0 };
  }

  #keep(text: string): void {
    this.#settled += text;
    this.#settledBytes += this.#sizeOf(text);
    const excess = this.#settledBytes - this.#limitBytes;
    if (excess <= this.#limitBytes * SLACK_SHARE) return;
    this.#settled = this.#withoutFirst(this.#settled, excess);
    this.#settledBytes = this.#sizeOf(this.#settled);
    this.#isCut = true;
  }

  /** What is never settled, such as what a program draws on a screen of its own, is not kept for ever either. */
  #boundOpen(): void {
    const excess = this.#open.length - this.#limitBytes;
    if (excess <= 0) return;
    this.#open = this.#open.slice(nextUtf8Boundary(this.#open, excess));
    this.#settled = "";
    this.#settledBytes = 0;
    this.#isCut = true;
  }

  #withoutFirst(text: string, excessBytes: number): string {
    if (excessBytes <= 0) return text;
    const encoded = this.#encoder.encode(text);
    return new TextDecoder().decode(encoded.subarray(nextUtf8Boundary(encoded, excessBytes)));
  }

  #sizeOf(text: string): number {
    return this.#encoder.encode(text).length;
  }
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
