import { describe, expect, it } from "vitest";
import { countLeadingWords } from "./program-habits.ts";

const count = (line: string) => countLeadingWords(line.split(" "));

describe("what a command does is said", () => {
  it.each([
    ["ls -la", 1],
    ["git status", 2],
    ["git status -s", 2],
    ["git stash pop", 3],
    ["npm test", 2],
    ["npm run build:web", 3],
    ["gh pr list", 3],
    ["/usr/bin/git log", 2],
    ["NPM.cmd test", 2],
    ["grep -r x .", 1],
  ])("by the first words of %j: %i", (line, words) => {
    expect(count(line)).toBe(words);
  });

  it.each([
    "sh x",
    "/bin/bash x",
    "zsh x",
    "python x",
    "python3 x",
    "python3.11 x",
    "ruby3.2 x",
    "node x",
    "perl x",
    "sudo ls",
    "env ls",
    "find . -exec",
    "xargs ls",
    "ssh h ls",
    "docker run x",
    "npx x",
    "npm exec x",
    "npm run",
    "npm run -s",
    "git -c a=b log",
    "git config x y",
    "git rebase -x y",
    "go run x",
    "cargo run",
    "poetry run x",
    "gh pr",
    "gh alias set",
    "tar x",
    "sed s x",
    "make all",
  ])("by all of %j only", (line) => {
    expect(count(line)).toBeNull();
  });
});
