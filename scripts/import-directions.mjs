import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, posix } from "node:path";
import { CLOSED_FOLDERS, HOMES, LAYERS } from "./import-table.mjs";
import { importsOf } from "./imports-of.mjs";
import { isMain, readFilePaths, readWorkspaces, ROOT } from "./workspace.mjs";

/**
 * @typedef {object} SourceFile
 * @property {string} path Relative to the root, with `/`.
 * @property {string} text
 */

/** @typedef {import("./import-table.mjs").Layer} Layer */

/**
 * Every import that goes against the table, as one line each: file, line, import, and what is allowed instead.
 *
 * @param {readonly SourceFile[]} files
 * @returns {string[]}
 */
export function findViolations(files) {
  /** @type {Map<string, string[]>} */
  const homeUse = new Map();
  const found = files.flatMap(({ path, text }) => {
    const layer = LAYERS.find(({ folder }) => isInside(path, folder));
    if (layer === undefined) return [`${path}: no row of scripts/import-table.mjs covers it`];
    return importsOf(path, text).flatMap(({ specifier, line }) => {
      const home = HOMES.find(({ packages }) => isNamed(specifier ?? "", packages));
      if (home?.oneFile === true) {
        homeUse.set(home.packages, [...(homeUse.get(home.packages) ?? []), path]);
      }
      const reason = refusal({ path, layer, specifier });
      return reason === null ? [] : [`${path}:${line} imports ${name(specifier)}: ${reason}`];
    });
  });
  return [...found, ...[...homeUse].flatMap(([packages, paths]) => spread(packages, paths))];
}

/**
 * Why an import is refused, or null when it is fine.
 *
 * @param {{ readonly path: string, readonly layer: Layer, readonly specifier: string | null }} place
 * @returns {string | null}
 */
function refusal({ path, layer, specifier }) {
  if (specifier === null) return "a computed import cannot be checked; write the name out";
  if (specifier.startsWith("///")) return "a reference brings types in past the compiler settings";
  if (specifier.startsWith(".")) return relativeRefusal(path, specifier);
  if (isBuiltin(specifier)) {
    return layer.builtins ? null : `${layer.folder} is runtime-neutral and imports no Node module`;
  }
  if (isNamed(specifier, "@termwire/*") || isNamed(specifier, "termwire")) {
    return layer.workspaces.some((allowed) => isNamed(specifier, allowed))
      ? null
      : `${layer.folder} may import ${list(layer.workspaces)} of our packages`;
  }
  const home = HOMES.find(({ packages }) => isNamed(specifier, packages));
  return home === undefined || home.folders.some((folder) => isInside(path, folder))
    ? null
    : `${home.packages} may be imported in ${list(home.folders)}`;
}

/**
 * @param {string} path
 * @param {string} specifier
 */
function relativeRefusal(path, specifier) {
  const target = posix.join(posix.dirname(path), specifier);
  const source = path.split("/").slice(0, 3).join("/");
  const manifest = posix.join(posix.dirname(source), "package.json");
  if (!isInside(target, source) && target !== manifest) {
    return `a relative import stays inside ${source}; import another package by its name`;
  }
  const closed = CLOSED_FOLDERS.find(({ folder }) => isInside(target, folder));
  return closed === undefined ||
    [closed.folder, ...closed.openTo].some((folder) => isInside(path, folder))
    ? null
    : `${closed.folder} may be imported from ${list([closed.folder, ...closed.openTo])}`;
}

/**
 * @param {string} packages
 * @param {readonly string[]} paths
 */
function spread(packages, paths) {
  const files = [...new Set(paths)];
  return files.length < 2
    ? []
    : [`${files.join(", ")} import ${packages}: it may be imported in one file only`];
}

/**
 * @param {string} path
 * @param {string} folder
 */
function isInside(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * @param {string} specifier
 * @param {string} pattern A name, or the start of names when it ends in `*`.
 */
function isNamed(specifier, pattern) {
  return pattern.endsWith("*")
    ? specifier.startsWith(pattern.slice(0, -1))
    : isInside(specifier, pattern);
}

/** @param {readonly string[]} names */
function list(names) {
  return names.length === 0 ? "none" : names.join(", ");
}

/** @param {string | null} specifier */
function name(specifier) {
  return specifier === null ? "a computed name" : JSON.stringify(specifier);
}

/**
 * The source files of every workspace; tests are not among them, they may import what they like.
 *
 * @returns {SourceFile[]}
 */
function readSourceFiles() {
  return readWorkspaces()
    .flatMap(({ folder }) => readFilePaths(`${folder}/src`))
    .filter((path) => /\.[cm]?[jt]sx?$/u.test(path) && !/\.test(-d)?\.tsx?$/u.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

if (isMain(import.meta.url)) {
  const files = readSourceFiles();
  const violations = findViolations(files);
  for (const violation of violations) console.error(violation);
  console.log(`${files.length} files, ${violations.length} imports against the table`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
