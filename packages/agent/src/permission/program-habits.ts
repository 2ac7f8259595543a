import { RUNS_ARGUMENTS, RUNS_ARGUMENTS_BEHIND } from "./argument-runners.ts";

/** Of programs with subcommands how many words name one; a longer entry counts before a shorter. */
const SUBCOMMAND_WORDS: ReadonlyMap<string, number> = new Map([
  ["git", 1],
  ["git remote", 2],
  ["git stash", 2],
  ["git worktree", 2],
  ["npm", 1],
  ["npm run", 2],
  ["npm run-script", 2],
  ["pnpm", 1],
  ["pnpm run", 2],
  ["yarn", 1],
  ["yarn run", 2],
  ["cargo", 1],
  ["go", 1],
  ["go mod", 2],
  ["pip", 1],
  ["poetry", 1],
  ["uv", 1],
  ["uv pip", 2],
  ["dotnet", 1],
  ["gradle", 1],
  ["mvn", 1],
  ["gh", 2],
  ["brew", 1],
  ["apt", 1],
  ["apt-get", 1],
  ["systemctl", 1],
  ["terraform", 1],
  ["helm", 1],
  ["composer", 1],
  ["bundle", 1],
  ["rails", 1],
  ["mix", 1],
  ["swift", 1],
  ["flutter", 1],
]);

/** What stands for a subcommand: no option, no path, no variable. */
const SUBCOMMAND = /^[a-z][a-z0-9:_-]*$/u;

/**
 * How many leading words say what a command does, whatever its other arguments; null when no number of them does,
 * because it runs what its arguments say.
 */
export function countLeadingWords(words: readonly string[]): number | null {
  const [program = "", ...rest] = words;
  const name = toProgramName(program);
  if (RUNS_ARGUMENTS.has(name) || RUNS_ARGUMENTS.has(name.replace(/[\d.]+$/u, ""))) return null;
  const wanted = SUBCOMMAND_WORDS.get(`${name} ${rest[0]}`) ?? SUBCOMMAND_WORDS.get(name);
  if (wanted === undefined) return 1;
  const named = rest.slice(0, wanted);
  if (named.length < wanted || !named.every((word) => SUBCOMMAND.test(word))) return null;
  const [subcommand = ""] = named[0]?.split(":") ?? [];
  return RUNS_ARGUMENTS_BEHIND.has(`${name} ${subcommand}`) ? null : wanted + 1;
}

function toProgramName(program: string): string {
  const base = program.split(/[/\\]/u).at(-1) ?? "";
  return base.toLowerCase().replace(/\.(?:exe|cmd|bat)$/u, "");
}
