/** Says whether a path is meant. Paths have `/` between their parts and none at their start. */
export type PathMatcher = (path: string) => boolean;

/**
 * Reads a glob as shells and editors write it: `*` and `?` inside a part, `**` for any number of parts, `[a-z]`,
 * `{a,b}`. Without a `/` it is meant for names in any directory, else for the whole path.
 */
export function parseGlob(glob: string): PathMatcher {
  const isForNames = !glob.includes("/");
  const pattern = new RegExp(`^${toPattern(glob.replace(/^\.?\//u, ""))}$`, "su");
  return (path) => pattern.test(isForNames ? path.slice(path.lastIndexOf("/") + 1) : path);
}

/** A glob as the inside of a regular expression. */
export function toPattern(glob: string): string {
  const reader = new GlobReader(glob);
  return reader.read();
}

const SPECIAL = /[\\^$.*+?()[\]{}|/]/u;

class GlobReader {
  readonly #glob: string;
  #at = 0;
  #depth = 0;

  constructor(glob: string) {
    this.#glob = glob;
  }

  read(): string {
    let pattern = "";
    while (this.#at < this.#glob.length) pattern += this.#next();
    // A brace that was opened and not closed closes here.
    return pattern + ")".repeat(this.#depth);
  }

  #next(): string {
    if (this.#take("**/")) return "(?:[^/]+/)*";
    if (this.#take("**")) return ".*";
    const character = this.#glob.charAt(this.#at);
    this.#at += 1;
    switch (character) {
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "[":
        return this.#readClass();
      case "{":
        this.#depth += 1;
        return "(?:";
      case "}":
        if (this.#depth === 0) return "\\}";
        this.#depth -= 1;
        return ")";
      case ",":
        return this.#depth > 0 ? "|" : ",";
      case "\\":
        return this.#readEscaped();
      default:
        return escape(character);
    }
  }

  #take(text: string): boolean {
    if (!this.#glob.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #readEscaped(): string {
    const character = this.#glob.charAt(this.#at);
    this.#at += 1;
    return escape(character === "" ? "\\" : character);
  }

  /** A class that is not closed is a bracket. */
  #readClass(): string {
    const found = /^([!^]?)(\]?[^\]/]*)\]/u.exec(this.#glob.slice(this.#at));
    if (found === null) return "\\[";
    const [whole, negation = "", members = ""] = found;
    this.#at += whole.length;
    const escaped = members.replaceAll(/[\\\]^[&|~]/gu, "\\$&");
    const inside = isOrdered(members) ? escaped : escaped.replaceAll("-", "\\-");
    return inside === "" ? "\\[\\]" : `(?!/)[${negation === "" ? "" : "^"}${inside}]`;
  }
}

/** A range that runs backwards is no range. */
function isOrdered(members: string): boolean {
  for (const [, from = "", to = ""] of members.matchAll(/(.)-(.)/gu)) {
    if (from > to) return false;
  }
  return true;
}

/** Halves of surrogate pairs come one after the other and need no escape. */
function escape(character: string): string {
  return SPECIAL.test(character) ? `\\${character}` : character;
}
