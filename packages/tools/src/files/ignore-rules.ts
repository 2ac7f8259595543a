import { toPattern } from "./glob-pattern.ts";

/** One line of a `.gitignore`. */
interface IgnoreRule {
  readonly pattern: RegExp;
  readonly isNegated: boolean;
  readonly isForDirectories: boolean;
}

/** The rules of one directory, and those around it. */
export interface IgnoreRules {
  /** @param path from the directory the search began in, with `/`. */
  isIgnored(path: string, isDirectory: boolean): boolean;
  /**
   * The rules inside a directory that has a `.gitignore` of its own.
   *
   * @param directory from where the search began; "" for that one.
   */
  add(directory: string, gitignore: string): IgnoreRules;
}

/** Rules that ignore nothing but git's own directory. */
export const NO_IGNORE_RULES: IgnoreRules = createIgnoreRules([]);

/** The later rule wins, and the deeper file is the later. */
function createIgnoreRules(rules: readonly IgnoreRule[]): IgnoreRules {
  return {
    isIgnored(path, isDirectory) {
      if (path === ".git" || path.endsWith("/.git")) return true;
      const rule = rules.findLast(
        ({ pattern, isForDirectories }) => (isDirectory || !isForDirectories) && pattern.test(path),
      );
      return rule !== undefined && !rule.isNegated;
    },
    add: (directory, gitignore) =>
      createIgnoreRules([...rules, ...parseGitignore(gitignore, directory)]),
  };
}

function parseGitignore(text: string, directory: string): IgnoreRule[] {
  return text.split(/\r?\n/u).flatMap((line) => {
    const rule = line.replace(/(?<!\\)\s+$/u, "");
    return rule === "" || rule.startsWith("#") ? [] : [parseRule(rule, directory)];
  });
}

/** A pattern with a slash inside or at its start is meant from its file's directory; another one at any depth. */
function parseRule(line: string, directory: string): IgnoreRule {
  const isNegated = line.startsWith("!");
  const glob = isNegated ? line.slice(1) : line;
  const isForDirectories = glob.endsWith("/");
  const body = glob.replace(/\/+$/u, "");
  const isAnchored = body.includes("/");
  const base = directory === "" ? "" : `${escapePath(directory)}/`;
  const depth = isAnchored ? "" : "(?:[^/]+/)*";
  // Braces mean nothing here.
  const inner = toPattern(body.replace(/^\//u, "").replaceAll(/[{}]/gu, "\\$&"));
  return { pattern: new RegExp(`^${base}${depth}${inner}$`, "su"), isNegated, isForDirectories };
}

function escapePath(path: string): string {
  return path.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}
