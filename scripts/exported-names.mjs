import { parseSync } from "oxc-parser";

/**
 * The names a module exports, sorted, types with `type ` before them.
 *
 * @param {string} path Decides the syntax and begins every message.
 * @param {string} text
 * @returns {string[]}
 * @throws {Error} For `export *` and default exports, which cannot be pinned by name, and for text that does not parse.
 */
export function exportedNames(path, text) {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return parsed.module.staticExports
    .flatMap((statement) => statement.entries)
    .map(({ exportName, isType }) => ({ name: requireName(path, exportName), isType }))
    .toSorted((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1))
    .map(({ name, isType }) => (isType ? `type ${name}` : name));
}

/**
 * @param {string} path
 * @param {{ readonly kind: string, readonly name: string | null }} exportName
 */
function requireName(path, { kind, name }) {
  if (kind === "Default" || name === "default") {
    throw new Error(`${path}: a default export; give it a name`);
  }
  if (name === null) throw new Error(`${path}: \`export *\`; name each export`);
  return name;
}

/** Letters first, their case only to break a tie. @param {string} name */
function sortKey(name) {
  return `${name.toLowerCase()} ${name}`;
}
