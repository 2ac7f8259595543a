/**
 * Quotes one argument for a batch file: first as the C runtime of the program behind it splits it, then twice
 * against the interpreter, which reads the line once itself and once more where the batch file passes `%*` on.
 *
 * @throws Error with code `EINVAL` for a line break: no batch file can be given one.
 */
export function quoteForBatch(arg: string): string {
  if (/[\r\n]/u.test(arg)) {
    throw Object.assign(new Error("a batch file cannot be given an argument with a line break"), {
      code: "EINVAL",
    });
  }
  const quoted = `"${arg.replace(/(\\*)"/gu, '$1$1\\"').replace(/(\\+)$/u, "$1$1")}"`;
  return escapeMeta(escapeMeta(quoted));
}

/** Makes the interpreter take every character for itself. */
export function escapeMeta(text: string): string {
  return text.replaceAll(/[()\][%!^"`<>&|;, *?]/gu, "^$&");
}
