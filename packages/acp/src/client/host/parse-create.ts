import { isAbsolutePath } from "@termwire/terminal";
import { AcpError } from "../../acp-error.ts";
import { toFields } from "../../dialects/terminal-end.ts";
import type { TerminalHostLimits } from "./host-limits.ts";

/** A `terminal/create` that was checked. */
export interface CreateTerminal {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Null: the session's. */
  readonly cwd: string | null;
  readonly outputLimitBytes: number;
}

/**
 * Checks the parameters of `terminal/create`. Of two values for one name the last wins; the output limit is never
 * more than the ceiling.
 *
 * @throws AcpError `invalid-params` naming the member, what was expected and what came.
 */
export function parseCreate(params: unknown, limits: TerminalHostLimits): CreateTerminal {
  const fields = toFields(params);
  const command = parseText("command", fields["command"]);
  if (command === "") throw invalid("command", "a program or a shell line", command);
  const args = parseList("args", fields["args"], limits.maxArguments).map((value, index) =>
    parseText(`args[${index}]`, value),
  );
  const env = parseEnv(parseList("env", fields["env"], limits.maxArguments));
  checkSize([command, ...args, ...Object.entries(env).flat()], limits.maxRequestBytes);
  return {
    command,
    args,
    env,
    cwd: parseCwd(fields["cwd"]),
    outputLimitBytes: parseLimit(fields["outputByteLimit"], limits),
  };
}

function parseText(name: string, value: unknown): string {
  if (typeof value !== "string" || value.includes("\0")) {
    throw invalid(name, "a string without NUL", value);
  }
  return value;
}

function parseList(name: string, value: unknown, maxLength: number): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(name, "a list", value);
  if (value.length > maxLength) {
    throw invalid(name, `at most ${maxLength} entries`, `${value.length} entries`);
  }
  return value;
}

function parseEnv(list: readonly unknown[]): Readonly<Record<string, string>> {
  const entries = list.map((item, index): [string, string] => {
    const { name, value } = toFields(item);
    const key = parseText(`env[${index}].name`, name);
    if (key === "" || key.includes("=")) {
      throw invalid(`env[${index}].name`, "a name without =", key);
    }
    return [key, parseText(`env[${index}].value`, value)];
  });
  return Object.fromEntries(entries);
}

function parseCwd(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const cwd = parseText("cwd", value);
  if (!isAbsolutePath(cwd)) throw invalid("cwd", "an absolute path", cwd);
  return cwd;
}

function parseLimit(value: unknown, limits: TerminalHostLimits): number {
  if (value === undefined || value === null) {
    return Math.min(limits.outputDefaultBytes, limits.outputCeilingBytes);
  }
  if (typeof value !== "number" || !(value >= 0)) {
    throw invalid("outputByteLimit", "a number of bytes from 0 up", value);
  }
  return Math.min(Math.floor(value), limits.outputCeilingBytes);
}

function checkSize(texts: readonly string[], maxBytes: number): void {
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  if (chars > maxBytes) {
    throw invalid(
      "command, args and env",
      `at most ${maxBytes} bytes together`,
      `${chars} characters`,
    );
  }
}

function invalid(name: string, expected: string, came: unknown): AcpError {
  const shown = JSON.stringify(came)?.slice(0, 120) ?? "nothing";
  return new AcpError("invalid-params", `${name}: expected ${expected}, got ${shown}`, { name });
}
