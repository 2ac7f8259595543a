/**
 * Programs that run what their arguments say, also behind a subcommand. To allow them with any arguments is to allow
 * everything, so only the very same command is ever offered.
 */
const RUNS_ARGUMENTS: ReadonlySet<string> = new Set(
  [
    // shells, and words of the shell
    "sh bash dash zsh ksh fish csh tcsh ash busybox nu pwsh powershell cmd",
    "eval exec source . command builtin alias trap env export set",
    // other users, other places
    "sudo doas su runuser pkexec ssh mosh chroot unshare nsenter systemd-run bwrap firejail docker podman kubectl",
    // around a command
    "nohup nice ionice time timeout stdbuf setsid script watch entr xargs parallel strace ltrace gdb flock at batch crontab tmux screen",
    // interpreters
    "node nodejs deno bun python pypy ruby perl php lua tclsh expect Rscript julia osascript awk gawk mawk nawk sed ed ex vi vim nvim emacs java ghci irb",
    // with an option that runs a program or writes where it likes
    "find fd fdfind tar rsync zip curl wget make gmake just task npx bunx pipx uvx tsx ts-node ansible",
  ]
    .join(" ")
    .split(" "),
);

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

/** Subcommands that run what their arguments say. */
const RUNS_ARGUMENTS_BEHIND: ReadonlySet<string> = new Set([
  "git bisect",
  "git config",
  "git filter-branch",
  "git rebase",
  "git submodule",
  "npm exec",
  "npm x",
  "npm create",
  "npm init",
  "npm config",
  "pnpm exec",
  "pnpm dlx",
  "pnpm create",
  "yarn exec",
  "yarn dlx",
  "yarn create",
  "yarn node",
  "cargo run",
  "go run",
  "go generate",
  "go env",
  "poetry run",
  "uv run",
  "uv tool",
  "dotnet run",
  "dotnet exec",
  "gh alias",
  "gh extension",
  "bundle exec",
  "composer exec",
  "rails runner",
  "mix run",
  "swift run",
  "terraform console",
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
  return RUNS_ARGUMENTS_BEHIND.has(`${name} ${named[0]}`) ? null : wanted + 1;
}

function toProgramName(program: string): string {
  const base = program.split(/[/\\]/u).at(-1) ?? "";
  return base.toLowerCase().replace(/\.(?:exe|cmd|bat)$/u, "");
}
