import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteArgv } from "./quote-argv.ts";

describe("quoteArgv", () => {
  it("leaves plain arguments alone and quotes the rest", () => {
    expect(quoteArgv(["git", "commit", "-m", "it's $HOME", ""])).toBe(
      String.raw`git commit -m 'it'\''s $HOME' ''`,
    );
  });

  it("tells one argument with a blank from two", () => {
    expect(quoteArgv(["a b"])).not.toBe(quoteArgv(["a", "b"]));
  });

  it("writes out what nobody would see", () => {
    expect(quoteArgv(["echo", "a\nb\u001b[2K\u202E'"])).toBe(
      String.raw`echo $'a\nb\x1b[2K\u202e\''`,
    );
  });

  it("gives different lists different lines", () => {
    const argument = fc.string({ unit: fc.constantFrom("a", " ", "'", "\\", "n", "\n", "$", '"') });
    const list = fc.array(argument, { maxLength: 4 });
    fc.assert(
      fc.property(list, list, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(quoteArgv(one)).not.toBe(quoteArgv(other));
      }),
      { numRuns: 2000 },
    );
  });
});
