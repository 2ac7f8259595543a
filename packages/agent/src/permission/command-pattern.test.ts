import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCommandPattern, isCovered, renderCommandPattern } from "./command-pattern.ts";

const cwd = "/p";

function createPattern(line: string) {
  const pattern = createCommandPattern({ line, cwd });
  if (pattern === null) throw new Error(`no pattern for ${line}`);
  return pattern;
}

describe("what is offered to be always allowed", () => {
  it.each([
    ["ls", "ls …"],
    ["ls -la /tmp", "ls …"],
    ["/bin/ls x", "/bin/ls …"],
    ["npm test -- --watch", "npm test …"],
    ["npm run build -- --fast", "npm run build …"],
    ['git commit -m "x y"', "git commit …"],
    ["git remote add o u", "git remote add …"],
    ["cargo test --all", "cargo test …"],
    ["gh pr view 3", "gh pr view …"],
    ["rm -rf x", "rm …"],
    ["eslint .", "eslint …"],
  ])("for %j is %j", (line, shown) => {
    expect(renderCommandPattern(createPattern(line))).toBe(shown);
  });

  it.each([
    "python3 build.py --all",
    "python3.12 build.py",
    "/usr/bin/bash x.sh",
    "bash.exe x.sh",
    "node x.js",
    "sudo ls",
    "env ls",
    "xargs rm",
    "find . -delete",
    "npx vitest",
    "npm exec vitest",
    "git -C x status",
    "git --exec-path=x status",
    "git config alias.x y",
    "npm",
    "go run .",
    "uv run x",
    "docker run x",
    "timeout 5 ls",
    "ssh host ls",
    "make all",
    "eval ls",
    ". x",
  ])("for %j is that command alone, since it runs what its arguments say (case 201)", (line) => {
    const pattern = createPattern(line);
    expect(renderCommandPattern(pattern)).toBe(line);
    expect(isCovered({ line, cwd }, pattern)).toBe(true);
    expect(isCovered({ line: `${line} more`, cwd }, pattern)).toBe(false);
  });

  it.each([
    "ls; rm x",
    "ls > x",
    "FOO=1 ls",
    "cd x && npm test",
    "python3 'a b.py'",
    `python3 ${"x".repeat(80)}`,
    "bash -c 'rm x'",
  ])("for %j is nothing: it could not be said, or not be read", (line) => {
    expect(createCommandPattern({ line, cwd })).toBeNull();
  });
});

describe("a pattern", () => {
  it.each([
    ["ls", "ls -la", true],
    ["ls", "ls 'a b'", true],
    ["ls", "ls; rm -rf x", false],
    ["ls", "ls $(rm x)", false],
    ["ls", "ls `rm x`", false],
    ["ls", "ls && rm x", false],
    ["ls", "ls | sh", false],
    ["ls", "ls > /etc/passwd", false],
    ["ls", "ls\nrm x", false],
    ["ls", "lsof", false],
    ["ls", "rm -rf x", false],
    ["ls", "X=1 ls", false],
    ["ls", "/tmp/ls", false],
    ["ls", "./ls", false],
    ["npm test", "npm test -- -t x", true],
    ["npm test", "npm run evil", false],
    ["npm test", "npm --prefix /evil test", false],
    ["npm run build", "npm run deploy", false],
    ["git status", "git -c core.fsmonitor=evil status", false],
    ["git status", "git status -s", true],
    ["git status", "git push", false],
  ])("from %j covers %j: %j (case 201)", (line, other, covered) => {
    expect(isCovered({ line: other, cwd }, createPattern(line))).toBe(covered);
  });

  it("of a program by its path in a directory holds in that directory only", () => {
    const pattern = createPattern("./check.sh x");
    expect(isCovered({ line: "./check.sh y", cwd }, pattern)).toBe(true);
    expect(isCovered({ line: "./check.sh y", cwd: "/elsewhere" }, pattern)).toBe(false);
  });

  it("covers the command it was made from, and that with anything behind it never", () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/u);
    const more = fc.constantFrom("; rm x", " && rm x", " | sh", " > x", " $(rm x)", " &", "\nrm x");
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), more, (words, tail) => {
        const line = words.join(" ");
        const pattern = createCommandPattern({ line, cwd });
        fc.pre(pattern !== null);
        expect(isCovered({ line, cwd }, pattern)).toBe(true);
        expect(isCovered({ line: line + tail, cwd }, pattern)).toBe(false);
      }),
    );
  });
});
