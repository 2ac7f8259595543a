/**
 * Who may import whom. The first row whose folder holds the file decides.
 *
 * @typedef {object} Layer
 * @property {string} folder
 * @property {readonly string[]} workspaces Names, or subpaths of names, of our own packages.
 * @property {boolean} builtins Whether `node:*` is there at all.
 */

/** @type {readonly Layer[]} */
export const LAYERS = [
  { folder: "packages/terminal", workspaces: [], builtins: false },
  { folder: "packages/process", workspaces: ["@termwire/terminal"], builtins: true },
  { folder: "packages/tools", workspaces: ["@termwire/terminal"], builtins: false },
  {
    folder: "packages/acp/src/agent",
    workspaces: ["@termwire/terminal", "@termwire/tools"],
    builtins: false,
  },
  { folder: "packages/acp", workspaces: ["@termwire/terminal"], builtins: false },
  {
    folder: "packages/agent/src/session-files",
    workspaces: ["@termwire/acp/agent"],
    builtins: true,
  },
  {
    folder: "packages/agent",
    workspaces: ["@termwire/terminal", "@termwire/tools", "@termwire/acp/agent"],
    builtins: false,
  },
  { folder: "packages/cards", workspaces: ["@termwire/terminal"], builtins: false },
  {
    folder: "apps/cli",
    workspaces: [
      "@termwire/terminal",
      "@termwire/process",
      "@termwire/tools",
      "@termwire/acp",
      "@termwire/agent",
      // Its files are served, not imported.
      "@termwire/web",
    ],
    builtins: true,
  },
  {
    folder: "apps/web",
    workspaces: ["@termwire/terminal", "@termwire/cards", "@termwire/acp/client"],
    builtins: false,
  },
];

/**
 * Where a third-party package may be imported, so that leaving it stays a change of one place.
 *
 * @typedef {object} Home
 * @property {string} packages A name, or the start of names when it ends in `*`.
 * @property {readonly string[]} folders
 * @property {boolean} oneFile At most one file of those folders.
 */

/** @type {readonly Home[]} */
export const HOMES = [
  { packages: "node-pty*", folders: [], oneFile: true },
  { packages: "@lydell/node-pty*", folders: ["packages/process"], oneFile: true },
  {
    packages: "@agentclientprotocol/*",
    folders: ["packages/acp", "apps/cli", "apps/web"],
    oneFile: false,
  },
  {
    packages: "@xterm/*",
    folders: ["packages/terminal/src/plain-text/emulated-screen.ts", "packages/cards/src/emulator"],
    oneFile: false,
  },
  {
    packages: "unbash",
    folders: ["packages/tools/src/classify", "packages/agent/src/permission"],
    oneFile: false,
  },
  { packages: "ai", folders: ["packages/agent"], oneFile: false },
  {
    packages: "@modelcontextprotocol/*",
    folders: ["packages/agent/src/mcp", "packages/agent/test/mcp"],
    oneFile: false,
  },
  { packages: "@ai-sdk/*", folders: ["packages/agent"], oneFile: false },
  { packages: "unbash", folders: ["packages/tools", "packages/agent"], oneFile: false },
  { packages: "lit", folders: ["packages/cards", "apps/web"], oneFile: false },
  { packages: "marked", folders: ["apps/web/src/markdown"], oneFile: true },
  {
    packages: "playwright-core",
    folders: ["packages/cards/test", "apps/web/test", "benchmarks"],
    oneFile: false,
  },
  { packages: "commander", folders: ["apps/cli"], oneFile: false },
  { packages: "hono", folders: ["apps/cli/src/web"], oneFile: false },
  { packages: "@hono/*", folders: ["apps/cli/src/web"], oneFile: false },
  { packages: "ws", folders: ["apps/cli/src/web", "apps/cli/test/web"], oneFile: false },
];

/**
 * Folders inside a package that only some of its other folders may reach into.
 *
 * @type {readonly { readonly folder: string, readonly openTo: readonly string[] }[]}
 */
export const CLOSED_FOLDERS = [
  // It may know tools; through it, the client side would too.
  { folder: "packages/acp/src/agent", openTo: ["packages/acp/src/proxy"] },
];
