import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { readWorkspaces, ROOT } from "../scripts/workspace.mjs";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const lineOf = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/** Every file that is, or is about to be, committed. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));
const textFiles = files.filter((path) =>
  /\.(?:[cm]?[jt]sx?|jsonc?|md|css|html|ya?ml)$/u.test(path),
);
const testFiles = files.filter((path) => /\.(?:test|test-d|contract)\.ts$/u.test(path));
const sourceFiles = files.filter((path) =>
  /^(?:packages|apps)\/[^/]+\/src\/.*(?<!\.test)(?<!\.test-d)\.tsx?$/u.test(path),
);
const workspaces = readWorkspaces();

describe("the repository", () => {
  it("is found: files, tests, sources, packages", () => {
    expect(files).toContain("package.json");
    expect(testFiles).toContain("test/repository.test.ts");
    expect(sourceFiles).toContain("packages/terminal/src/index.ts");
    expect(workspaces.length).toBeGreaterThan(5);
  });

  it("has a map that is read in a minute: AGENTS.md, at most 120 lines", () => {
    expect(read("AGENTS.md").split("\n").length).toBeLessThanOrEqual(120);
  });

  it("has a map of every package, and of no other", () => {
    const mapped = [...read("AGENTS.md").matchAll(/^\| `((?:packages|apps)\/[^`]*)`/gmu)];
    expect(new Set(mapped.map(([, folder]) => folder))).toEqual(
      new Set(workspaces.map(({ folder }) => folder)),
    );
  });

  it("is MIT, and every package says so", () => {
    expect(read("LICENSE")).toMatch(/^MIT License\n/u);
    const licenses = workspaces.map(({ manifest }) => manifest.license);
    expect(new Set(licenses)).toEqual(new Set(["MIT"]));
  });

  it("has a README in every package, with its name as the heading", () => {
    const headings = workspaces.map(({ folder }) => read(`${folder}/README.md`).split("\n")[0]);
    expect(headings).toEqual(workspaces.map(({ manifest }) => `# ${manifest.name}`));
  });

  it("has no source file over 300 lines", () => {
    expect(sourceFiles.filter((path) => read(path).split("\n").length > 301)).toEqual([]);
  });

  it("names no person's folder but that of an invented user", () => {
    const found = textFiles.flatMap((path) =>
      [...read(path).matchAll(/\/(?:home|Users)\/(?!user\b|a\b|u\b)\w+/gu)].map(
        ([folder]) => `${path}: ${folder}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it("has no unresolved merge", () => {
    expect(textFiles.filter((path) => /^(?:<{7}|>{7}) /mu.test(read(path)))).toEqual([]);
  });
});

describe("a citation of a field case", () => {
  /** The word with a number behind it, however it is written, unless it begins a branch of a switch. */
  const CITATION = /(?<!^\s*)\bcases? ?#?\d[\d, and]*/gimu;
  const WELL_FORMED = /^(?:case [1-9]\d{0,2}|cases [1-9]\d{0,2}(?:, [1-9]\d{0,2})+)(?: and|,)? ?$/u;

  it("is `case 7`, or `cases 7, 12`", () => {
    const others = testFiles.filter((path) => path !== "test/repository.test.ts");
    const found = others.flatMap((path) =>
      [...read(path).matchAll(CITATION)].map(([citation]) => ({ path, citation })),
    );
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(({ citation }) => !WELL_FORMED.test(citation))).toEqual([]);
  });

  it.each(["case 7", "cases 7, 12", "cases 7, 12, 130"])("may be %j", (citation) => {
    expect(citation).toMatch(WELL_FORMED);
  });

  it.each(["case 07", "case #7", "Case 7", "cases 7", "case 7, 12", "case7"])(
    "is not %j",
    (citation) => {
      expect(citation).not.toMatch(WELL_FORMED);
    },
  );
});

/** The lines of a file with a cast that has no comment on them or on the line before. */
function unreasonedCasts(path: string, text: string) {
  const { program, comments } = parseSync(path, text);
  const explained = new Set(
    comments.flatMap(({ end }) => [lineOf(text, end), lineOf(text, end) + 1]),
  );
  const found: string[] = [];
  const visitor = new Visitor({
    TSAsExpression: ({ start, end, typeAnnotation: type }) => {
      const isConst =
        type.type === "TSTypeReference" && text.slice(type.start, type.end) === "const";
      const lines = [lineOf(text, start), lineOf(text, end)];
      if (!isConst && !lines.some((line) => explained.has(line))) {
        found.push(`${path}:${lines[0]}`);
      }
    },
  });
  visitor.visit(program);
  return found;
}

describe("a cast outside of the tests", () => {
  it("says why it holds, beside it or on the line before", () => {
    expect(sourceFiles.flatMap((path) => unreasonedCasts(path, read(path)))).toEqual([]);
  });

  it("is found, and `as const` is none", () => {
    const text = 'const a = b as C;\nconst d = e as F; // checked above\nconst g = ["h"] as const;';
    expect(unreasonedCasts("x.ts", text)).toEqual(["x.ts:1"]);
  });
});
