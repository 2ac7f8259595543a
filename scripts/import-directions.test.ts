import { describe, expect, it } from "vitest";
import { findViolations } from "./import-directions.mjs";
import { importsOf } from "./imports-of.mjs";

const at = (path: string, text: string) => findViolations([{ path, text }]);

describe("finding imports", () => {
  it("sees every way to reach another module, with its line", () => {
    const text = [
      'import a, { type B } from "static";',
      'import type { C } from "type";',
      'import "effect";',
      'export { d } from "named";',
      'export type { E } from "typed";',
      'export * from "star";',
      'const f = await import("dynamic");',
      'type G = import("in-type").G;',
      'const h = require("required"); const i = require.resolve("resolved");',
      'const j = import.meta.resolve("meta");',
    ].join("\n");
    expect(importsOf("x.ts", text)).toEqual([
      { specifier: "static", line: 1 },
      { specifier: "type", line: 2 },
      { specifier: "effect", line: 3 },
      { specifier: "named", line: 4 },
      { specifier: "typed", line: 5 },
      { specifier: "star", line: 6 },
      { specifier: "dynamic", line: 7 },
      { specifier: "in-type", line: 8 },
      { specifier: "required", line: 9 },
      { specifier: "resolved", line: 9 },
      { specifier: "meta", line: 10 },
    ]);
  });

  it("counts an export list of several names as one import, and a local one as none", () => {
    const text = 'export { a, b, type C } from "there";\nconst d = 1;\nexport { d };';
    expect(importsOf("x.ts", text)).toEqual([{ specifier: "there", line: 1 }]);
  });

  it("reports a computed name as unknown", () => {
    expect(importsOf("x.ts", "await import(name);\nrequire(`a${b}`);")).toEqual([
      { specifier: null, line: 1 },
      { specifier: null, line: 2 },
    ]);
  });

  it("sees a triple-slash reference and no other comment", () => {
    const text = '// <reference types="a" />\n/// <reference lib="dom" />\n/// from "b"';
    expect(importsOf("x.ts", text)).toEqual([{ specifier: "///dom", line: 2 }]);
  });

  it("refuses to guess about a file that does not parse, and names it", () => {
    expect(() => importsOf("broken.ts", "import from from from")).toThrow(/^broken\.ts: /u);
  });
});

describe("the table", () => {
  it.each([
    ["packages/process/src/a.ts", 'import { x } from "@termwire/terminal";'],
    ["packages/process/src/a.ts", 'import { x } from "node:fs";'],
    ["packages/process/src/pty/a.ts", 'import { x } from "@lydell/node-pty";'],
    ["packages/tools/src/a.ts", 'import { x } from "@termwire/terminal/plain-text";'],
    ["packages/acp/src/agent/a.ts", 'import { x } from "@termwire/tools";'],
    ["packages/acp/src/client/a.ts", 'import { x } from "@agentclientprotocol/sdk";'],
    ["packages/acp/src/proxy/a.ts", 'import { x } from "../agent/negotiate.ts";'],
    ["packages/agent/src/a.ts", 'import { x } from "@termwire/acp/agent";'],
    ["packages/terminal/src/plain-text/emulated-screen.ts", 'import { x } from "@xterm/headless";'],
    ["packages/terminal/src/a.ts", 'import { x } from "./plain-text/index.ts";'],
    ["packages/cards/src/emulator/a.ts", 'import { x } from "@xterm/headless";'],
    ["apps/cli/src/a.ts", 'import { x } from "@termwire/process";'],
    ["apps/web/src/a.ts", 'import { x } from "@termwire/acp/client";'],
  ])("lets %s say %s", (path, text) => {
    expect(at(path, text)).toEqual([]);
  });

  it("refuses a package of ours that the table does not give, and says which ones it gives", () => {
    expect(at("packages/tools/src/a.ts", '\nimport { x } from "@termwire/process";')).toEqual([
      'packages/tools/src/a.ts:2 imports "@termwire/process": packages/tools may import @termwire/terminal of our packages',
    ]);
    expect(at("packages/terminal/src/a.ts", 'import { x } from "@termwire/tools";')).toEqual([
      'packages/terminal/src/a.ts:1 imports "@termwire/tools": packages/terminal may import none of our packages',
    ]);
  });

  it("refuses a type import as it refuses any other", () => {
    expect(at("packages/terminal/src/a.ts", 'import type { X } from "termwire";')).toHaveLength(1);
  });

  it("gives tools to the agent side of acp only", () => {
    const text = 'import { x } from "@termwire/tools";';
    expect(at("packages/acp/src/client/a.ts", text)).toHaveLength(1);
    expect(at("packages/acp/src/dialects/v2/a.ts", text)).toHaveLength(1);
  });

  it("gives one subpath where the table names one", () => {
    expect(at("packages/agent/src/a.ts", 'import { x } from "@termwire/acp/client";')).toHaveLength(
      1,
    );
    expect(at("apps/web/src/a.ts", 'import { x } from "@termwire/acp/agent";')).toHaveLength(1);
  });

  it.each(["terminal", "tools", "acp", "agent", "cards"])("keeps Node out of %s", (name) => {
    const path = `packages/${name}/src/a.ts`;
    expect(at(path, 'export { x } from "node:fs";')).toEqual([
      `${path}:1 imports "node:fs": packages/${name} is runtime-neutral and imports no Node module`,
    ]);
    expect(at(path, 'await import("child_process");')).toHaveLength(1);
  });

  it("refuses a file of a folder it has no row for", () => {
    expect(at("packages/new/src/a.ts", "")).toEqual([
      "packages/new/src/a.ts: no row of scripts/import-table.mjs covers it",
    ]);
  });
});

describe("third-party packages that have a home", () => {
  it.each([
    ["packages/process/src/a.ts", "node-pty"],
    ["apps/cli/src/a.ts", "@lydell/node-pty"],
    ["apps/cli/src/a.ts", "@lydell/node-pty-linux-x64/pty.node"],
    ["packages/agent/src/a.ts", "@agentclientprotocol/sdk"],
    ["packages/terminal/src/a.ts", "@xterm/headless"],
    ["packages/cards/src/a.ts", "@xterm/headless"],
    ["apps/web/src/a.ts", "@xterm/xterm"],
    ["packages/tools/src/a.ts", "@ai-sdk/anthropic"],
  ])("refuses in %s the import of %s", (path, specifier) => {
    expect(at(path, `import { x } from ${JSON.stringify(specifier)};`)).toHaveLength(1);
  });

  it("refuses a second file that imports what one file may import", () => {
    const text = 'import { x } from "@lydell/node-pty";';
    const paths = ["packages/process/src/a.ts", "packages/process/src/b.ts"];
    expect(findViolations(paths.map((path) => ({ path, text })))).toEqual([
      `${paths.join(", ")} import @lydell/node-pty*: it may be imported in one file only`,
    ]);
    expect(at("packages/process/src/a.ts", `${text}\n${text.replace("x", "y")}`)).toEqual([]);
  });
});

describe("relative imports", () => {
  it("stay inside the source folder of their package", () => {
    for (const target of ["../../terminal/src/index.ts", "../../package.json", "../test/a.ts"]) {
      expect(at("packages/tools/src/a.ts", `import { x } from "${target}";`)).toEqual([
        `packages/tools/src/a.ts:1 imports "${target}": a relative import stays inside packages/tools/src; import another package by its name`,
      ]);
    }
    expect(at("packages/tools/src/b/a.ts", 'import { x } from "../../src/c.ts";')).toEqual([]);
  });

  it("may read the version in their package's own manifest", () => {
    expect(at("apps/cli/src/a.ts", 'const { version } = require("../package.json");')).toEqual([]);
  });

  it("do not reach the agent side of acp from its client side", () => {
    expect(at("packages/acp/src/client/a.ts", 'import { x } from "../agent/b.ts";')).toEqual([
      'packages/acp/src/client/a.ts:1 imports "../agent/b.ts": packages/acp/src/agent may be imported from packages/acp/src/agent, packages/acp/src/proxy',
    ]);
  });
});

describe("what cannot be checked", () => {
  it("is refused: a computed name, a triple-slash reference", () => {
    expect(at("apps/cli/src/a.ts", "await import(name);")).toEqual([
      "apps/cli/src/a.ts:1 imports a computed name: a computed import cannot be checked; write the name out",
    ]);
    expect(at("packages/terminal/src/a.ts", '/// <reference lib="dom" />')).toHaveLength(1);
  });
});
