import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePlainCommand } from "./parse-plain-command.ts";

describe("a plain command", () => {
  it.each<[string, readonly string[]]>([
    ["ls", ["ls"]],
    ["  ls   -la  /tmp ", ["ls", "-la", "/tmp"]],
    ["npm test -- --watch", ["npm", "test", "--", "--watch"]],
    [`git commit -m "fix it" 'and that'`, ["git", "commit", "-m", "fix it", "and that"]],
    ["ls *.ts src/?[ab]", ["ls", "*.ts", "src/?[ab]"]],
    ["./run.sh a=b", ["./run.sh", "a=b"]],
    ["ls ~/x", ["ls", "~/x"]],
    ["l''s", ["ls"]],
  ])("%j has its words", (line, words) => {
    expect(parsePlainCommand(line)).toEqual(words);
  });

  it.each([
    "",
    "   ",
    "ls; rm -rf x",
    "ls && rm x",
    "ls || rm x",
    "ls | sh",
    "ls |& sh",
    "ls &",
    "ls & rm x",
    "ls\nrm x",
    "ls\rrm x",
    "ls $(rm x)",
    'ls "$(rm x)"',
    "ls `rm x`",
    'ls "`rm x`"',
    "ls <(rm x)",
    "ls >(rm x)",
    "ls > x",
    "ls 2>&1",
    "ls < x",
    "ls <<< x",
    "cat <<E\nx\nE",
    "ls $HOME",
    "ls ${x:=$(rm y)}",
    "ls $((a[$(rm x)]))",
    "ls $'a'",
    "ls {a,b}",
    "ls *(e:'rm x':)",
    "(ls)",
    "{ ls; }",
    "! ls",
    "time ls",
    "if ls",
    "FOO=1 ls",
    "LD_PRELOAD=./x.so ls",
    "FOO=1",
    "> x ls",
    "ls # and more",
    "ls \\; rm x",
    "ls \\\n rm x",
    "ls 'a",
    'ls "a',
    "function ls",
    "ls () { rm x; }",
    '""',
    "ls 'a; rm x'",
    "ls '\\'x' ; rm y; echo '",
    "ls %PATH%",
    "ls ^& del x",
    "ls !!",
    "ls \u202e x",
    "ls \u2028 rm x",
    "ls \u0000x",
    "[[ -f x ]]",
    "case x in",
    "coproc ls",
  ])("is not %j (cases 192, 201)", (line) => {
    expect(parsePlainCommand(line)).toBeNull();
  });

  it("never is a line with an operator in it, wherever that stands", () => {
    const operator = fc.constantFrom(";", "&", "|", "<", ">", "$(", "`", "\n", "\\", "(", "{");
    const text = fc.stringMatching(/^[a-z '"./-]{0,12}$/u);
    fc.assert(
      fc.property(text, operator, text, (before, found, after) => {
        expect(parsePlainCommand(`${before}${found}${after}`)).toBeNull();
      }),
    );
  });

  it("is read the same whatever quotes its words are written in", () => {
    const word = fc.stringMatching(/^[a-z0-9./=-]{1,8}$/u);
    const quote = fc.constantFrom("", "'", '"');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, quote), { minLength: 1 }), (words) => {
        const line = ["ls", ...words.map(([text, mark]) => `${mark}${text}${mark}`)].join(" ");
        expect(parsePlainCommand(line)).toEqual(["ls", ...words.map(([text]) => text)]);
      }),
    );
  });
});
