import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGlob } from "./glob-pattern.ts";

describe("a glob", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "deep/in/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/x/y/a.ts", true],
    ["src/**/*.ts", "lib/a.ts", false],
    ["**/test/**", "a/test/b/c.ts", true],
    ["./src/a.ts", "src/a.ts", true],
    ["/src/a.ts", "src/a.ts", true],
    ["*.{ts,js}", "a.js", true],
    ["*.{ts,js}", "a.css", false],
    ["a,b", "a,b", true],
    ["?.c", "x.c", true],
    ["?.c", "xy.c", false],
    ["[a-c].c", "b.c", true],
    ["[!a-c].c", "b.c", false],
    ["[^a-c].c", "z.c", true],
    ["[z-a].c", "z.c", true],
    ["[].c", "[].c", true],
    ["a[.c", "a[.c", true],
    ["a}b", "a}b", true],
    ["\\*.c", "*.c", true],
    ["\\*.c", "a.c", false],
    ["a.b", "axb", false],
    ["(a|b)+", "(a|b)+", true],
    ["日本*", "日本語.txt", true],
  ])("%s for %s is %s", (glob, path, expected) => {
    expect(parseGlob(glob)(path)).toBe(expected);
  });

  it("of any characters is taken, and without its signs matches just itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (glob) => {
        expect(() => parseGlob(glob)).not.toThrow();
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[\w.+$^()|~ -]{1,20}$/), (name) => {
        expect(parseGlob(name)(name)).toBe(true);
        expect(parseGlob(name)(`${name}x`)).toBe(false);
      }),
    );
  });
});
