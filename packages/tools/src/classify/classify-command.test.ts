import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyCommand } from "./classify-command.ts";

const at = (path: string, line?: number): object => ({
  path,
  ...(line !== undefined && { line }),
});

describe("a line that only shows files", () => {
  it.each([
    ["cat a.ts", [at("a.ts")]],
    ["  cat   -n a.ts  b.ts  # both", [at("a.ts"), at("b.ts")]],
    ["cat 'a b.ts' \"c d\"", [at("a b.ts"), at("c d")]],
    ["cat a\\ b", [at("a b")]],
    ["cat 'app/[id]/page.tsx'", [at("app/[id]/page.tsx")]],
    ["cat -- -n", [at("-n")]],
    ["cat a 2>/dev/null", [at("a")]],
    ["cat a 2>&1", [at("a")]],
    ["cat a;", [at("a")]],
    ["head a", [at("a", 1)]],
    ["head -20 a", [at("a", 1)]],
    ["head -n 20 a", [at("a", 1)]],
    ["head -n -5 a", [at("a", 1)]],
    ["head --lines=20 a b", [at("a", 1), at("b", 1)]],
    ["tail -50 a", [at("a")]],
    ["tail -n +120 a", [at("a", 120)]],
    ["tail -n+120 a", [at("a", 120)]],
    ["tail --lines=+7 a", [at("a", 7)]],
    ["nl -ba a", [at("a")]],
    ["nl -b a -w 3 a", [at("a")]],
    ["bat -pp a", [at("a")]],
    ["bat --paging=never -r 10:20 a", [at("a", 10)]],
    ["batcat --line-range=10: a", [at("a", 10)]],
    ["sed -n 5p a", [at("a", 5)]],
    ["sed -n '10,80p' a", [at("a", 10)]],
    ["sed -n '10,$p' a", [at("a", 10)]],
    ["sed -n -e 3p -e 9p a", [at("a", 3)]],
    ["sed -ne '1,3p;7,9p' a", [at("a", 1)]],
    ["sed -nE '/^export/,/^}/p' a", [at("a")]],
    ["sed --quiet 5,+3p a", [at("a", 5)]],
  ])("as %j does, names the files and the line it starts at", (line, locations) => {
    expect(classifyCommand(line)).toEqual({ kind: "read", locations });
  });
});

describe("a line that only searches", () => {
  it.each([
    "grep -rn TODO src",
    "grep foo",
    "grep -e '--pre=x' a",
    "grep -A3 --include=*.ts -r foo .",
    "grep -i 'a;b|c>d' a",
    "egrep 'a|b' a",
    'grep "foo$" a',
    'grep "a\\$b" a',
    "rg TODO",
    "rg -n --hidden -g '!node_modules' 'foo bar' src/*.ts",
    "rg -e --pre src",
    "rg --files",
    "git grep -n foo -- src",
    "find . -name '*.ts' -not -path './node_modules/*'",
    "find . \\( -name a -o -name b \\) -print",
    "find src -maxdepth 2 -type f -newermt 2026-01-01 -printf '%p\\n'",
    "find . ! -name x",
    "find . -name -delete",
    "fd -e ts foo",
    "fdfind foo src",
    "ls",
    "ls -la src",
    "ls src/* 2>/dev/null",
    "ls --color=never -1",
  ])("as %j does", (line) => {
    expect(classifyCommand(line)).toEqual({ kind: "search" });
  });
});

/** Each does more than show or search, or may. */
const OTHERS: readonly (readonly [string, readonly string[]])[] = [
  [
    "nothing to show",
    ["", " ", "# cat a", "cat", "cat -", "cat a -", "head -5", "sed -n 5p", "cat ''"],
  ],
  [
    "another name",
    ["\\cat a", "'cat' a", "/bin/cat a", "c\\at a", "command cat a", "builtin cat a"],
  ],
  ["a wrapper", ["sudo cat a", "env cat a", "exec cat a", "time cat a", "! grep x a", "xargs cat"]],
  ["an assignment", ["PAGER=x cat a", "x=1", "LC_ALL=C ls", "GIT_PAGER=sh git grep x"]],
  ["input from elsewhere", ["cat < f", "cat <<< x", "cat <<E\nx\nE", "cat a <&3", "cat 0<f a"]],
  [
    "output to elsewhere",
    [
      "cat f > g",
      "cat f >> g",
      "cat f >| g",
      "cat f &> g",
      "cat f 2> g",
      "cat f >&2",
      "cat f 1>&2",
    ],
  ],
  ["output to nowhere", ["cat f > /dev/null", "cat f 3>/dev/null", "cat f 2>'/dev/null'"]],
  ["a second command", ["ls; rm a", "ls && rm a", "ls || rm a", "ls | sh", "ls\nrm a", "ls |& sh"]],
  ["two that only show", ["cat a; cat b", "cat a | head", "cd x && ls", "grep a b | wc -l"]],
  ["the background", ["cat a &", "ls & rm a"]],
  ["a compound", ["(cat a)", "{ cat a; }", "if ls; then ls; fi", "for f in a; do cat $f; done"]],
  ["a definition", ["cat() { rm a; }", "function ls { rm a; }", "alias cat=rm", "coproc cat a"]],
  [
    "an expansion",
    [
      "cat `x`",
      "cat $(x)",
      'cat "$(x)"',
      "cat $f",
      'cat "${f}"',
      "cat ${f:=x}",
      "cat $[1]",
      'cat "$[1]"',
      "cat $[",
      "cat $((i++))",
      'sed -n "10,$p" a',
    ],
  ],
  ["a process in a name", ["cat <(rm a)", "grep x >(sh)", "cat a =(x)"]],
  [
    "words nobody knows yet",
    ["cat a{b,c}", "cat *", "cat *.ts", "cat src/*.ts", "cat ~/x", "ls ~/x", "cat $'a'"],
  ],
  ["patterns that could be options", ["find *", "rg x *", "ls ?x", "find . -name *.ts"]],
  ["quotes without an end", ["cat 'a", 'cat "a', "cat $(", "cat a <<E\nx"]],
  ["a line broken in two", ["cat a\\\nb", "cat 'a\nb'", "cat a\r"]],
  ["following", ["tail -f a", "tail -F a", "tail --follow a", "tail -n5 -f a", "tail -5f a"]],
  [
    "sed that does more",
    [
      "sed 5p a",
      "sed -i 5p a",
      "sed -ni 5p a",
      "sed -n -i.bak 5p a",
      "sed -n --in-place 5p a",
      "sed -n 'w file' a",
      "sed -n '1w file' a",
      "sed -n '1,5p;w file' a",
      "sed -n '1e rm a' a",
      "sed -n 's/a/b/p' a",
      "sed -n 's/a/b/e' a",
      "sed -n 's/a/b/w f' a",
      "sed -n '/[/p;w x]/p' a",
      "sed -n '/a/w f/p' a",
      "sed -n -e 1p -e 'w f' a",
      "sed -n -f script a",
      "sed -n -s 5d a",
      "sed -n '5p;5!d' a",
    ],
  ],
  [
    "find that does more",
    [
      "find . -delete",
      "find . -name x -delete",
      "find . '-delete'",
      "find . \\-delete",
      "find . -exec rm {} +",
      "find . -execdir rm {} \\;",
      "find . -ok rm {} \\;",
      "find . -fprint f",
      "find . -fprintf f x",
      "find . -fls f",
      "find . -name",
      "find -files0-from f",
      "find . -name -name -delete",
    ],
  ],
  [
    "a search that starts programs",
    [
      "rg --pre cmd x",
      "rg --pre=cmd x",
      "rg x -- a --pre b | sh",
      "rg -e -- --pre cmd",
      "rg -z x",
      "rg -iz x",
      "rg --search-zip x",
      "rg --hostname-bin=x y",
      "git grep -O x",
      "git grep -Oless x",
      "git grep --open-files-in-pager=x y",
      "git grep --textconv x",
      "git -c core.pager=x grep y",
      "git -C d grep y",
      "git status",
      "fd -x rm",
      "fd -X rm",
      "fd x --exec rm",
      "fd x --exec-batch rm",
      "fd -l",
      "bat --pager=sh a",
      "bat --paging=always a",
      "bat --paging always a",
      "bat cache --build",
    ],
  ],
  [
    "options nobody knows",
    ["cat --zap a", "grep --save-config x", "ls --zap", "head -x a", "fd --zap"],
  ],
  ["programs nobody knows", ["less a", "more a", "vim a", "tac a", "awk 1 a", "tee a", "ack x"]],
];

describe("any other line", () => {
  it.each(OTHERS)("with %s stays a terminal", (_what, lines) => {
    expect(lines.filter((line) => classifyCommand(line) !== null)).toEqual([]);
  });

  it("is not looked at when it is long", () => {
    expect(classifyCommand(`cat ${"a".repeat(5_000)}`)).toBe(null);
  });

  it("stays one when something follows a line that reads or searches", () => {
    const pure = fc.constantFrom(
      "cat a",
      "grep -rn x src",
      "find . -name x",
      "sed -n 1,5p a",
      "ls",
    );
    const after = fc.constantFrom(
      "; rm a",
      " && rm a",
      " | sh",
      " > f",
      " $(x)",
      " `x`",
      " &",
      "\nx",
    );
    fc.assert(
      fc.property(pure, after, (line, more) => {
        expect(classifyCommand(line)).not.toBe(null);
        expect(classifyCommand(line + more)).toBe(null);
      }),
    );
  });

  it("is read without an error, whatever it is", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "cat",
        "sed -n",
        "find",
        " ",
        "'",
        '"',
        "`",
        "$(",
        "<<E\n",
        "\\",
        "-",
        ">",
        "|",
      ),
      // No letters: they would be a program's name now and then.
      fc.string({ maxLength: 4 }).map((text) => text.replaceAll(/[a-z]/giu, "")),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const line = pieces.join("");
        const shown = classifyCommand(line);
        expect(shown === null || /^\s*(?:cat|sed|find)[\s;]/.test(`${line} `)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
