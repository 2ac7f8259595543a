import { describe, expect, it } from "vitest";
import { exportedNames } from "./exported-names.mjs";
import { describeDifference, describeExports } from "./exports.mjs";

describe("the names a module exports", () => {
  it("are listed whatever the way they are exported, sorted by letter, types marked", () => {
    const text = [
      'export { b as Beta, type Gamma } from "./b.ts";',
      'export type { Delta } from "./d.ts";',
      "export interface Epsilon {}",
      "export type alpha = string;",
      "export const zeta = 1, eta = 2;",
      "export function theta(): void {}",
      "export class Iota {}",
      "const kappa = 1;",
      "const hidden = 1;",
      "export { kappa };",
      'export * as lambda from "./l.ts";',
    ].join("\n");
    expect(exportedNames("x.ts", text)).toEqual([
      "type alpha",
      "Beta",
      "type Delta",
      "type Epsilon",
      "eta",
      "type Gamma",
      "Iota",
      "kappa",
      "lambda",
      "theta",
      "zeta",
    ]);
  });

  it("are none for a module that exports nothing", () => {
    expect(exportedNames("x.ts", "export {};")).toEqual([]);
  });

  it.each([
    ['export * from "./a.ts";', "x.ts: `export *`; name each export"],
    ["export default 1;", "x.ts: a default export; give it a name"],
    ['export { default } from "./a.ts";', "x.ts: a default export; give it a name"],
    ["export const = 1;", "x.ts: "],
  ])("are refused for %s", (text, message) => {
    expect(() => exportedNames("x.ts", text)).toThrow(message);
  });
});

describe("the exports of a package", () => {
  const workspace = {
    folder: "packages/acp",
    manifest: {
      name: "@termwire/acp",
      version: "0.0.0",
      license: "MIT",
      exports: {
        "./agent": { types: "./dist/agent/index.d.ts", default: "./dist/agent/index.js" },
        ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./package.json": "./package.json",
      },
    },
  };
  /** Text of a path, so that a wrong path fails the test. */
  const read = (path: string) => {
    const text = new Map([
      ["packages/acp/src/agent/index.ts", "export const a = 1; export type B = 1;"],
      ["packages/acp/src/index.ts", "export const c = 1;"],
    ]).get(path);
    if (text === undefined) throw new Error(`read of ${path}`);
    return text;
  };

  it("are grouped by the name a user imports, read from the source behind it", () => {
    expect(describeExports(workspace, read)).toBe(
      "# @termwire/acp/agent\na\ntype B\n\n# @termwire/acp\nc\n",
    );
  });

  it("are nothing for a package that exports no code", () => {
    const manifest = { name: "termwire", version: "0.0.0", license: "MIT" };
    expect(describeExports({ folder: "apps/cli", manifest }, read)).toBe("");
  });
});

describe("a difference", () => {
  it("names the entry of every line that came or went", () => {
    const pinned = "# p\na\nb\n\n# p/sub\na\n";
    const actual = "# p\na\n\n# p/sub\na\ntype b\n";
    expect(describeDifference(pinned, actual)).toEqual(["- p: b", "+ p/sub: type b"]);
  });

  it("is empty for equal texts", () => {
    expect(describeDifference("# p\na\n", "# p\na\n")).toEqual([]);
  });
});
