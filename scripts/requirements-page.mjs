import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, ROOT } from "./workspace.mjs";

const PAGE = join(ROOT, "docs/requirements.md");

/** Writes the page of requirements, or says that it is not what the catalogue says. Needs a build. */
async function main() {
  const { renderRequirements } = await import("../packages/acp/dist/check/index.js");
  const page = renderRequirements();
  if (process.argv.includes("--write")) writeFileSync(PAGE, page);
  else if (readFileSync(PAGE, "utf8") !== page) {
    console.error(
      "docs/requirements.md is not current: node scripts/requirements-page.mjs --write",
    );
    process.exitCode = 1;
  }
}

if (isMain(import.meta.url)) await main();
