import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { findOnPath } from "../request/find-shell.ts";
import { readInterpreter } from "./read-interpreter.ts";

/**
 * Makes sure that a program can be executed, for a launch in which a shell does it and would report the failure as if
 * it were the program's own.
 *
 * @throws Error with the `code` that executing it would fail with.
 */
export function checkProgram(file: string, cwd: string, path: string): void {
  const found = file.includes("/") ? resolve(file, cwd) : findOnPath(file, path);
  if (found === null) throw failed("ENOENT", file);
  if (statSync(found).isDirectory()) throw failed("EACCES", file);
  accessSync(found, constants.X_OK);
  const interpreter = readInterpreter(found, cwd, path);
  if (interpreter !== null) statSync(resolve(interpreter, cwd));
}

function resolve(path: string, cwd: string): string {
  return isAbsolute(path) ? path : join(cwd, path);
}

function failed(code: string, file: string): Error {
  return Object.assign(new Error(`${code}: ${file}`), { code });
}
