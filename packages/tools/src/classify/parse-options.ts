/** The options of a program that do nothing but what its card says. */
export interface OptionGrammar {
  /** Letters without a value, which may stand together: `-rn`. */
  readonly flags: string;
  /** Letters with one: `-e x` or `-ex`. */
  readonly valued?: string;
  /** Long names without a value. */
  readonly long?: readonly string[];
  /** Long names with one: `--name=x` or `--name x`. */
  readonly longValued?: readonly string[];
  /** Long names that may have one, but only as `--name=x`. */
  readonly longOptional?: readonly string[];
  /** Whether a number may stand alone: `-5`. */
  readonly hasNumbers?: boolean;
}

/** One option as it was given; `value` is empty for one that has none. */
export interface GivenOption {
  readonly name: string;
  readonly value: string;
}

/** Words come apart into options and the rest. */
export interface ParsedOptions {
  readonly options: readonly GivenOption[];
  readonly operands: readonly string[];
}

/**
 * Reads words as a program with that grammar does, options after operands included; null as soon as one is not in the
 * grammar, since nobody knows then what the words after it are.
 */
export function parseOptions(
  words: readonly string[],
  grammar: OptionGrammar,
): ParsedOptions | null {
  const options: GivenOption[] = [];
  const operands: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") return { options, operands: [...operands, ...rest] };
    if (!word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    const given = word.startsWith("--")
      ? parseLong(word.slice(2), grammar, rest)
      : parseShort(word.slice(1), grammar, rest);
    if (given === null) return null;
    options.push(...given);
  }
  return { options, operands };
}

/** Takes the value of the option off `rest` where it is a word of its own. */
function parseLong(
  text: string,
  grammar: OptionGrammar,
  rest: string[],
): readonly GivenOption[] | null {
  const [name = "", ...parts] = text.split("=");
  const value = parts.length === 0 ? undefined : parts.join("=");
  if (grammar.longValued?.includes(name) === true) {
    const given = value ?? rest.shift();
    return given === undefined ? null : [{ name, value: given }];
  }
  const names = value === undefined ? [grammar.long, grammar.longOptional] : [grammar.longOptional];
  const isKnown = names.some((known) => known?.includes(name));
  return isKnown ? [{ name, value: value ?? "" }] : null;
}

function parseShort(
  letters: string,
  grammar: OptionGrammar,
  rest: string[],
): readonly GivenOption[] | null {
  if (grammar.hasNumbers === true && /^\d+$/.test(letters)) {
    return [{ name: "number", value: letters }];
  }
  const given: GivenOption[] = [];
  for (let index = 0; index < letters.length; index++) {
    const name = letters.charAt(index);
    if (grammar.flags.includes(name)) {
      given.push({ name, value: "" });
      continue;
    }
    if (grammar.valued?.includes(name) !== true) return null;
    const value = letters.slice(index + 1) || rest.shift();
    return value === undefined ? null : [...given, { name, value }];
  }
  return given;
}
