import fc from "fast-check";
import { expect, it } from "vitest";
import { quoteForBatch } from "./quote-for-batch.ts";

/** What the interpreter makes of a line in which every sign it acts on is escaped. */
function interpret(line: string): string {
  expect(line).not.toMatch(/(?<!\^)(?:\^\^)*[()\][%!"`<>&|;, *?]/u);
  return line.replaceAll(/\^(.)/gu, "$1");
}

/** How the C runtime takes one quoted argument. */
function readArgument(quoted: string): string {
  let text = "";
  const inner = quoted.slice(1, -1);
  for (let at = 0; at < inner.length;) {
    const [run = ""] = /^\\*/u.exec(inner.slice(at)) ?? [];
    at += run.length;
    const beforeQuote = inner[at] === '"' || at === inner.length;
    text += "\\".repeat(beforeQuote ? Math.floor(run.length / 2) : run.length);
    if (at === inner.length) break;
    if (inner[at] === '"' && run.length % 2 === 0) return "a quote ended the argument";
    text += inner[at];
    at += 1;
  }
  return text;
}

it("arrives unchanged through the interpreter, the batch file and the C runtime", () => {
  const sign = fc.constantFrom(...Array.from("ab \"\\^%!&|<>()`;,*?[]'$é"));
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 20 }), (argument) => {
      const afterBoth = interpret(interpret(quoteForBatch(argument)));
      expect(afterBoth.startsWith('"') && afterBoth.endsWith('"')).toBe(true);
      expect(readArgument(afterBoth)).toBe(argument);
    }),
  );
});
