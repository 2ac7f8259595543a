/**
 * What tells programs that nobody is there to page, edit or type a password. Each value ends the wait in the way its
 * program documents:
 *
 * - Pagers become `cat`; the empty string is what the AWS tools document for "none".
 * - git takes the message it has (`true`), as for `git rebase --continue`; a commit without one still fails.
 * - Any other editor fails at once (`false`): an edit that silently changed nothing would look like success.
 * - Credential prompts are refused; askpass programs and agents stay, they do not need a terminal.
 *
 * `CI` is not set: it changes what builds and tests do, not only how they ask. `NO_COLOR` is not set: output to a
 * pipe has no colour by convention, and the variable changes the results of tests that are about colour.
 */
export const UNATTENDED_ENV: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GH_PAGER: "cat",
  SYSTEMD_PAGER: "cat",
  BAT_PAGER: "cat",
  AWS_PAGER: "",
  GIT_EDITOR: "true",
  EDITOR: "false",
  VISUAL: "false",
  GIT_TERMINAL_PROMPT: "0",
  GCM_INTERACTIVE: "never",
};

/** What of it stays for a command that somebody can type to: nothing waits unseen there but a pager. */
export const PAGER_ENV: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(UNATTENDED_ENV).filter(([name]) => name.endsWith("PAGER")),
);

/** What is drawn with xterm.js. */
export const TERMINAL_ENV: Readonly<Record<string, string>> = {
  TERM: "xterm-256color",
  COLORTERM: "truecolor",
};

/** What this process's own terminal left in the environment, and says nothing about the command's. */
export const FOREIGN_TERMINAL_NAMES: ReadonlySet<string> = new Set([
  "COLUMNS",
  "LINES",
  "TERMCAP",
  "TMUX",
  "TMUX_PANE",
  "STY",
  "WINDOW",
  "WINDOWID",
]);

/** There is no terminal behind a pipe: the name of the one this process runs in would promise one. */
export const PIPE_ENV: Readonly<Record<string, string>> = { TERM: "dumb" };
