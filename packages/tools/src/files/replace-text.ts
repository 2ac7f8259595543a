/** One place where a text was found. */
export type Replacement =
  | {
      readonly kind: "replaced";
      readonly text: string;
      readonly count: number;
      /** Of the first place; counts from 1. */
      readonly line: number;
    }
  | { readonly kind: "not-found" }
  /** Lines where it is found. */
  | { readonly kind: "ambiguous"; readonly lines: readonly number[] };

/** What is to be replaced by what. */
export interface ReplaceRequest {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/**
 * Replaces a text that is there exactly once, or everywhere with `replaceAll`. In a file whose lines end in CR LF a
 * model's LF means that, in both texts; nothing else is taken for something else.
 */
export function replaceText(text: string, request: ReplaceRequest): Replacement {
  const exact = replaceExact(text, request);
  if (exact.kind !== "not-found" || !text.includes("\r\n")) return exact;
  const { oldText, newText } = request;
  return replaceExact(text, { ...request, oldText: toCrLf(oldText), newText: toCrLf(newText) });
}

function replaceExact(text: string, { oldText, newText, replaceAll }: ReplaceRequest): Replacement {
  const places = findAll(text, oldText);
  const [first] = places;
  if (first === undefined) return { kind: "not-found" };
  if (places.length > 1 && !replaceAll) {
    return { kind: "ambiguous", lines: places.map((place) => toLine(text, place)) };
  }
  const replaced = text.split(oldText).join(newText);
  return { kind: "replaced", text: replaced, count: places.length, line: toLine(text, first) };
}

function findAll(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    places.push(at);
  }
  return places;
}

function toLine(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function toCrLf(text: string): string {
  return text.replaceAll(/\r?\n/gu, "\r\n");
}
