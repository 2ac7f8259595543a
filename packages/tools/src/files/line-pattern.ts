/** Nobody matches on more of a line; what is matched in a hurry is bounded. */
const MAX_MATCHED_CHARACTERS = 2000;

/** A repetition of what is itself repeated takes time without bound in JavaScript, and nothing could stop it. */
const NESTED_REPETITION = /\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]/su;

/**
 * Reads a regular expression for lines, for where there is no ripgrep.
 *
 * @throws Error that says what is wrong with it.
 */
export function parseLinePattern(pattern: string, ignoreCase: boolean): (line: string) => boolean {
  if (NESTED_REPETITION.test(pattern)) {
    throw new Error(
      "The pattern repeats a repetition, which only ripgrep can search for; write it without.",
    );
  }
  const regex = compile(pattern, ignoreCase ? "i" : "");
  return (line) => regex.test(line.slice(0, MAX_MATCHED_CHARACTERS));
}

/** What is no Unicode pattern, such as one with `\-` in it, may still be a plain one. */
function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, `${flags}u`);
  } catch {
    return new RegExp(pattern, flags);
  }
}
