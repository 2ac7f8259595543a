import type { ViewLocation } from "../view.ts";
import { parseOptions, type GivenOption, type OptionGrammar } from "./parse-options.ts";
import { parseSedScript } from "./sed-script.ts";

/** The files that a program with these arguments shows; null when it may do anything else. */
type FileReader = (words: readonly string[]) => readonly ViewLocation[] | null;

const CAT: OptionGrammar = {
  flags: "nbsAETvetu",
  long: [
    "number",
    "number-nonblank",
    "squeeze-blank",
    "show-all",
    "show-ends",
    "show-tabs",
    "show-nonprinting",
  ],
};

const HEAD: OptionGrammar = {
  flags: "qvz",
  valued: "nc",
  long: ["quiet", "silent", "verbose", "zero-terminated"],
  longValued: ["lines", "bytes"],
  hasNumbers: true,
};

const NL: OptionGrammar = {
  flags: "p",
  valued: "bdfhilnsvw",
  long: ["no-renumber"],
  longValued: [
    "body-numbering",
    "number-format",
    "number-separator",
    "number-width",
    "starting-line-number",
  ],
};

const BAT: OptionGrammar = {
  flags: "npPA",
  valued: "rlH",
  long: ["plain", "number", "show-all", "no-paging"],
  longValued: [
    "line-range",
    "language",
    "style",
    "color",
    "paging",
    "decorations",
    "theme",
    "wrap",
  ],
};

const SED: OptionGrammar = {
  flags: "nErsuz",
  valued: "e",
  long: ["quiet", "silent", "regexp-extended", "separate"],
  longValued: ["expression"],
};

/** Programs that show files, by name. */
export const readFilePrograms: ReadonlyMap<string, FileReader> = new Map<string, FileReader>([
  ["cat", (words) => readFiles(words, CAT, () => null)],
  ["head", (words) => readFiles(words, HEAD, () => 1)],
  // The options of `tail` that do not follow are those of `head`.
  ["tail", (words) => readFiles(words, HEAD, startOfTail)],
  ["nl", (words) => readFiles(words, NL, () => null)],
  ["bat", readBat],
  ["batcat", readBat],
  ["sed", readSed],
]);

/** A pager is another program. */
function readBat(words: readonly string[]): readonly ViewLocation[] | null {
  const paging = parseOptions(words, BAT)?.options.filter(({ name }) => name === "paging") ?? [];
  if (paging.some(({ value }) => value !== "never")) return null;
  return readFiles(words, BAT, startOfRange);
}

function readFiles(
  words: readonly string[],
  grammar: OptionGrammar,
  findStart: (options: readonly GivenOption[]) => number | null,
): readonly ViewLocation[] | null {
  const parsed = parseOptions(words, grammar);
  return parsed === null ? null : toLocations(parsed.operands, findStart(parsed.options));
}

/** Standard input is no file one could go to. */
function toLocations(
  files: readonly string[],
  line: number | null,
): readonly ViewLocation[] | null {
  if (files.some((file) => file === "-" || file === "")) return null;
  return files.map((path) => ({ path, ...(line !== null && { line }) }));
}

/** `-n +N` starts at that line; other ends are who knows where. */
function startOfTail(options: readonly GivenOption[]): number | null {
  const from = options.findLast(({ name }) => name === "n" || name === "lines")?.value ?? "";
  return toLine(/^\+(\d+)$/.exec(from)?.[1]);
}

/** `-r N:M` starts at N. */
function startOfRange(options: readonly GivenOption[]): number | null {
  const range = options.find(({ name }) => name === "r" || name === "line-range")?.value ?? "";
  return toLine(/^(\d+)(?::\+?\d*)?$/.exec(range)?.[1]);
}

function toLine(digits: string | undefined): number | null {
  const line = Number(digits);
  return Number.isSafeInteger(line) && line >= 1 ? line : null;
}

/** Only `sed -n` with scripts that print, since any other edits or does worse. */
function readSed(words: readonly string[]): readonly ViewLocation[] | null {
  const parsed = parseOptions(words, SED);
  if (parsed === null || !parsed.options.some(({ name }) => QUIET_SED.has(name))) return null;
  const given = parsed.options
    .filter(({ name }) => name === "e" || name === "expression")
    .map(({ value }) => value);
  const [first = "", ...others] = parsed.operands;
  const [scripts, files] = given.length > 0 ? [given, parsed.operands] : [[first], others];
  const starts = scripts.map(parseSedScript);
  return starts.includes(null) ? null : toLocations(files, starts[0]?.line ?? null);
}

const QUIET_SED: ReadonlySet<string> = new Set(["n", "quiet", "silent"]);
