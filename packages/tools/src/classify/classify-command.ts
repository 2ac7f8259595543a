import type { ViewLook } from "../view.ts";
import { FIND_NAMES, isPureFind } from "./find-expression.ts";
import { readFilePrograms } from "./read-programs.ts";
import { isPureSearch } from "./search-programs.ts";
import { parseSimpleCommand } from "./simple-command.ts";

/**
 * What a line only does: show files (`cat`, `head`, `tail`, `nl`, `bat`, `sed -n 1,9p`) or search (`grep`, `rg`,
 * `git grep`, `find`, `fd`, `ls`). Decided from a shell's parse of the whole line: one command by its plain name, no
 * pipe, no redirection but of its errors to nowhere, no assignment, no expansion that could become another word, and
 * only options that are known to do nothing else. Null for everything else, and for whatever is not sure.
 *
 * It decides how a call looks, never what may run: a program of that name may be anything. Pure.
 */
export function classifyCommand(line: string): ViewLook | null {
  const command = parseSimpleCommand(line);
  if (command === null) return null;
  const { name, words, hasPatterns } = command;
  const readProgram = readFilePrograms.get(name);
  if (readProgram !== undefined) {
    const locations = hasPatterns ? null : readProgram(words);
    return locations === null || locations.length === 0 ? null : { kind: "read", locations };
  }
  const isSearch = FIND_NAMES.has(name) ? isPureFind(words) : isPureSearch(name, words);
  return isSearch ? { kind: "search" } : null;
}
