import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What the scripts read of a package.json.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} license
 * @property {boolean} [private]
 * @property {Readonly<Record<string, string | { readonly types: string, readonly default: string }>>} [exports]
 * @property {Readonly<Record<string, string>>} [bin]
 * @property {readonly string[]} [workspaces]
 */

/**
 * @typedef {object} Workspace
 * @property {string} folder Relative to the root, with `/`.
 * @property {Manifest} manifest
 */

/** The checkout these scripts belong to. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Every package and app, in the order of the root manifest and then by name.
 *
 * @param {string} [root]
 * @returns {Workspace[]}
 */
export function readWorkspaces(root = ROOT) {
  const patterns = readManifest(root).workspaces ?? [];
  return patterns
    .flatMap((pattern) => childFolders(root, pattern.replace(/\/\*$/u, "")))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => ({ folder, manifest: readManifest(join(root, folder)) }));
}

/**
 * The paths, relative to `root`, of all files below one of its folders, sorted; none when it is missing.
 *
 * @param {string} folder
 * @param {string} [root]
 * @returns {string[]}
 */
export function readFilePaths(folder, root = ROOT) {
  const full = join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

/**
 * True when the script at `moduleUrl` was started by name, false when it was imported.
 *
 * @param {string} moduleUrl
 */
export function isMain(moduleUrl) {
  return process.argv[1] === fileURLToPath(moduleUrl);
}

/**
 * @param {string} folder
 * @returns {Manifest}
 */
function readManifest(folder) {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return /** @type {Manifest} */ (manifest); // npm itself refuses a workspace whose manifest is another shape
}

/**
 * @param {string} root
 * @param {string} parent
 */
function childFolders(root, parent) {
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`)
    .toSorted();
}
