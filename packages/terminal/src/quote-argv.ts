import { toVisibleText } from "./visible-text.ts";

/** What a shell takes literally without quotes. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * An argument list as one line that reads only one way: arguments that are not plain stand in single quotes, and
 * characters nobody would see are written out. A POSIX shell reads the line back as the same arguments, except
 * that written-out characters stand in `$'…'`, which needs bash, zsh or ksh.
 */
export function quoteArgv(argv: readonly string[]): string {
  return argv.map(quoteArgument).join(" ");
}

function quoteArgument(argument: string): string {
  if (PLAIN.test(argument)) return argument;
  const visible = toVisibleText(argument);
  const unchanged = visible === argument.replaceAll("\\", "\\\\");
  if (unchanged) return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${visible.replaceAll("'", String.raw`\'`)}'`;
}
