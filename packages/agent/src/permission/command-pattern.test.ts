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
    "Rscript x.R",
    "R.exe x",
    "docker-compose run x",
    "git fetch origin",
    "git grep -O x",
    "npm install x",
    "npm explore x",
    "pip install x",
    "mvn exec:java",
    "sqlite3 x.db",
    "Env ls",
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

  it.each(["./check.sh x", "npm test", "ls"])("from %j holds in its directory only", (line) => {
    const pattern = createPattern(line);
    expect(isCovered({ line: `${line} y`, cwd }, pattern)).toBe(true);
    expect(isCovered({ line: `${line} y`, cwd: "/elsewhere" }, pattern)).toBe(false);
  });

  it.each([
    ["rg x", "rg --pre=sh x"],
    ["rg x", "rg --pre sh x"],
    ["npm test", "npm test --prefix /evil"],
    ["npm test", "npm test -- --config /evil.js"],
    ["go test", "go test -exec ./evil"],
    ["go vet", "go vet -vettool=./evil"],
    ["git log", "git log --output=/home/u/.bashrc"],
    ["git status", "git status --git-dir=/evil"],
    ["cargo test", "cargo test --manifest-path /evil/Cargo.toml"],
    ["eslint .", "eslint --rulesdir evil ."],
    ["ls", "ls *"],
    ["ls", "l? x"],
    ["ls", "l* x"],
    ["ls", "'ls x'"],
    ["ls", '"ls"; rm x'],
    ["ls", "ls\u00a0-la"],
    ["ls", "env X=1 ls"],
    ["ls", "command ls"],
    ["ls", "alias ls=rm"],
    ["ls", "ls -la\n"],
    ["ls", "\tls\t; rm x"],
  ])("from %j does not cover %j (case 201)", (line, other) => {
    expect(isCovered({ line: other, cwd }, createPattern(line))).toBe(false);
  });

  it("of a command with an option that makes another of it is that command alone", () => {
    const pattern = createPattern("rg --pre=x y");
    expect(renderCommandPattern(pattern)).toBe("rg --pre=x y");
    expect(isCovered({ line: "rg --pre=x y", cwd }, pattern)).toBe(true);
    expect(isCovered({ line: "rg --pre=x y z", cwd }, pattern)).toBe(false);
    expect(isCovered({ line: "rg y", cwd }, pattern)).toBe(false);
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
