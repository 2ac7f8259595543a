import { TerminalError, type CommandInput, type TerminalSize } from "@termwire/terminal";

/**
 * A string the operating system can take: without NUL, and not blank unless that is allowed.
 *
 * @throws TerminalError `invalid-request`
 */
export function checkText(
  name: string,
  value: string,
  { empty = "refused" }: { readonly empty?: "allowed" | "refused" } = {},
): string {
  if (typeof value !== "string") refuse(name, "a string", typeof value);
  if (value.includes("\0")) {
    refuse(name, "no NUL character", `one at index ${value.indexOf("\0")}`);
  }
  if (empty === "refused" && value.trim() === "") {
    refuse(name, "something to run or a path", JSON.stringify(value));
  }
  return value;
}

/**
 * A duration in milliseconds, finite and at least `leastMs`.
 *
 * @throws TerminalError `invalid-request`
 */
export function checkDurationMs(name: string, value: number, leastMs: number): number {
  if (!Number.isFinite(value) || value < leastMs) {
    const range = leastMs === 0 ? "0 or more" : "more than 0 (null for no limit)";
    refuse(name, `milliseconds, ${range}`, String(value));
  }
  return value;
}

/**
 * A number of bytes, whole and not negative.
 *
 * @throws TerminalError `invalid-limit`
 */
export function checkLimitBytes(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new TerminalError(
      "invalid-limit",
      `outputLimitBytes: expected a whole number of bytes from 0 up, got ${String(value)}`,
      { value },
    );
  }
  return value;
}

/**
 * Environment variables the operating system can take. Values are never part of a message: they may be secrets.
 *
 * @throws TerminalError `invalid-request`
 */
export function checkEnv(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || /[=\0]/u.test(name)) {
      refuse("env", "names without '=' and NUL", JSON.stringify(name));
    }
    if (typeof value !== "string") refuse(`env ${name}`, "a string", typeof value);
    if (value.includes("\0")) refuse(`env ${name}`, "no NUL character", "one");
  }
  return { ...env };
}

/** The kernel keeps a size in 16 bits. */
const MAX_CELLS = 65_535;

/**
 * The size of a terminal, or none.
 *
 * @throws TerminalError `invalid-request`
 */
export function checkSize(size: TerminalSize | null): TerminalSize | null {
  if (size === null) return null;
  const { cols, rows } = size;
  if (![cols, rows].every((cells) => Number.isInteger(cells) && cells > 0 && cells <= MAX_CELLS)) {
    refuse("size", `whole numbers of cells from 1 to ${MAX_CELLS}`, `${cols} by ${rows}`);
  }
  return { cols, rows };
}

const INPUTS: readonly CommandInput[] = ["null", "pipe", "terminal"];

/**
 * What a command reads; a terminal only where there is one.
 *
 * @throws TerminalError `invalid-request`
 */
export function checkInput(stdin: CommandInput, size: TerminalSize | null): CommandInput {
  if (!INPUTS.includes(stdin)) refuse("stdin", INPUTS.join(", "), JSON.stringify(stdin));
  if (stdin === "terminal" && size === null) refuse("stdin", "a size with a terminal", "none");
  return stdin;
}

function refuse(name: string, expected: string, got: string): never {
  throw new TerminalError("invalid-request", `${name}: expected ${expected}, got ${got}`, {
    name,
    expected,
    got,
  });
}
