import { parseSync, Visitor } from "oxc-parser";

/**
 * One place where a file reaches outside itself.
 *
 * @typedef {object} Import
 * @property {string | null} specifier Null when it is computed and so cannot be known.
 * @property {number} line Counted from 1.
 */

/**
 * Every import of a source file, in the order of the text: static, dynamic, re-exported, of types only, `require`,
 * `import("x").T` in a type, and a triple-slash reference (its target with `///` before it).
 *
 * @param {string} path Decides the syntax: `.ts`, `.tsx`, `.js`, `.mjs`.
 * @param {string} text
 * @returns {Import[]}
 * @throws {Error} When the file does not parse.
 */
export function importsOf(path, text) {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const found = [...staticImports(parsed.module), ...treeImports(parsed.program)];
  return [...found, ...references(parsed.comments)]
    .toSorted((a, b) => a.start - b.start)
    .map(({ specifier, start }) => ({ specifier, line: text.slice(0, start).split("\n").length }));
}

/** @typedef {{ readonly specifier: string | null, readonly start: number }} Found */

/**
 * @param {import("oxc-parser").EcmaScriptModule} module
 * @returns {Found[]}
 */
function staticImports(module) {
  const imported = module.staticImports.map((statement) => statement.moduleRequest);
  const reexported = module.staticExports.map((statement) => statement.entries[0]?.moduleRequest);
  return [...imported, ...reexported].flatMap((request) =>
    request === null || request === undefined
      ? []
      : [{ specifier: request.value, start: request.start }],
  );
}

/**
 * @param {import("oxc-parser").Program} program
 * @returns {Found[]}
 */
function treeImports(program) {
  /** @type {Found[]} */
  const found = [];
  /** @param {import("oxc-parser").Node | undefined} source */
  const add = (source) => {
    if (source === undefined) return;
    const value = source.type === "Literal" ? source.value : null;
    found.push({ specifier: typeof value === "string" ? value : null, start: source.start });
  };
  const visitor = new Visitor({
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    TSExternalModuleReference: (node) => add(node.expression),
    CallExpression: (node) => {
      if (loadsModule(node.callee)) add(node.arguments[0]);
    },
  });
  visitor.visit(program);
  return found;
}

/**
 * True for `require`, `require.resolve` and `import.meta.resolve`.
 *
 * @param {import("oxc-parser").Expression} callee
 */
function loadsModule(callee) {
  if (callee.type === "Identifier") return callee.name === "require";
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false;
  const { object } = callee;
  const resolver =
    object.type === "MetaProperty" || (object.type === "Identifier" && object.name === "require");
  return resolver && callee.property.name === "resolve";
}

/**
 * @param {readonly import("oxc-parser").Comment[]} comments
 * @returns {Found[]}
 */
function references(comments) {
  return comments.flatMap(({ type, value, start }) => {
    const target = /^\/\s*<reference\s[^>]*=\s*["']([^"']*)["']/u.exec(value)?.[1];
    return type === "Line" && target !== undefined ? [{ specifier: `///${target}`, start }] : [];
  });
}
