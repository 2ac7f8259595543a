import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";

// Writes dist/browser/terminal-card.js when started by name. Needs `dist`.

const PACKAGE = fileURLToPath(new URL(".", import.meta.url));

/**
 * The element and all it needs as the text of one module, for pages without a bundler.
 *
 * @returns {Promise<string>}
 */
export async function bundleElement() {
  const result = await build({
    root: PACKAGE,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2023",
      rolldownOptions: {
        input: "dist/standalone.js",
        preserveEntrySignatures: "exports-only",
        output: { codeSplitting: false },
      },
    },
  });
  const [first] = "output" in result ? result.output : [];
  if (first?.type !== "chunk") throw new Error("the element was not bundled");
  return first.code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = `${PACKAGE}dist/browser`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/terminal-card.js`, await bundleElement());
}
