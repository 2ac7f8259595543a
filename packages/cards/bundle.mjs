import { fileURLToPath } from "node:url";
import { build } from "vite";

// Makes dist/browser/terminal-card.js: the element and all it needs in one file, for pages without a bundler. Needs `dist`.

const here = fileURLToPath(new URL(".", import.meta.url));

await build({
  root: here,
  configFile: false,
  logLevel: "error",
  build: {
    outDir: "dist/browser",
    emptyOutDir: true,
    minify: true,
    target: "es2023",
    lib: { entry: "dist/standalone.js", formats: ["es"], fileName: () => "terminal-card.js" },
  },
});
