import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportedNames } from "./exported-names.mjs";
import { isMain, readWorkspaces, ROOT } from "./workspace.mjs";

/** @typedef {import("./workspace.mjs").Workspace} Workspace */

/** Beside each package.json that has code entries: every public name, as it was last agreed on. */
const PIN_FILE = "exports.txt";

/**
 * The code entries of a package: the specifier and the source file behind it.
 *
 * @param {Workspace} workspace
 * @returns {{ readonly specifier: string, readonly source: string }[]}
 */
function codeEntries({ folder, manifest }) {
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) =>
    typeof target === "string"
      ? []
      : [
          {
            specifier: subpath.replace(".", manifest.name),
            source: target.default.replace(/^\.\/dist\/(.*)\.js$/u, `${folder}/src/$1.ts`),
          },
        ],
  );
}

/**
 * The public names of a package as the text of its pin file; empty when it exports no code.
 *
 * @param {Workspace} workspace
 * @param {(path: string) => string} read Gives the text of a path below the root.
 */
export function describeExports(workspace, read) {
  return codeEntries(workspace)
    .map(({ specifier, source }) => [`# ${specifier}`, ...exportedNames(source, read(source)), ""])
    .map((lines) => lines.join("\n"))
    .join("\n");
}

/**
 * The lines by which two texts differ, those that came with `+`, those that went with `-`.
 *
 * @param {string} pinned
 * @param {string} actual
 */
export function describeDifference(pinned, actual) {
  const before = withHeadings(pinned);
  const after = withHeadings(actual);
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}

/**
 * Each name with the entry it belongs to, as one line.
 *
 * @param {string} text
 */
function withHeadings(text) {
  let heading = "";
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("# ")) heading = line.slice(2);
    return line === "" || line.startsWith("# ") ? [] : [`${heading}: ${line}`];
  });
}

/**
 * Why a package's pin is not what it exports; null when it is.
 *
 * @param {Workspace} workspace
 * @param {string} actual
 */
function complaint({ folder }, actual) {
  const path = join(ROOT, folder, PIN_FILE);
  if (actual === "") return null;
  if (!existsSync(path)) return `${folder} has no ${PIN_FILE}; npm run exports:pin writes it`;
  const pinned = readFileSync(path, "utf8");
  if (pinned === actual) return null;
  const lines = describeDifference(pinned, actual).map((line) => `  ${line}`);
  return [
    `${folder} exports other names than it did; npm run exports:pin agrees to it`,
    ...lines,
  ].join("\n");
}

/** @param {readonly string[]} args `--write` and the folders to write; none means all. */
function main(args) {
  const write = args.includes("--write");
  const folders = args.filter((arg) => !arg.startsWith("--"));
  let complaints = 0;
  for (const workspace of readWorkspaces()) {
    if (folders.length > 0 && !folders.includes(workspace.folder)) continue;
    const actual = describeExports(workspace, (path) => readFileSync(join(ROOT, path), "utf8"));
    if (write && actual !== "") writeFileSync(join(ROOT, workspace.folder, PIN_FILE), actual);
    const found = complaint(workspace, actual);
    if (found === null) continue;
    complaints++;
    console.error(found);
  }
  process.exitCode = complaints === 0 ? 0 : 1;
}

if (isMain(import.meta.url)) main(process.argv.slice(2));
