import type { Check } from "./check.ts";

/** One line for each check, and below it what would change it. */
export function renderChecks(checks: readonly Check[]): string {
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  return checks.flatMap((check) => renderCheck(check, width)).join("\n");
}

function renderCheck({ name, ok, found, remedy }: Check, width: number): string[] {
  const line = `${ok ? "yes" : "no "}  ${name.padEnd(width)}  ${found}`;
  return remedy === null ? [line] : [line, `${" ".repeat(width + 7)}${remedy}`];
}
