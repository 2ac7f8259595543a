import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Where the built page is; whether it was built is another matter. */
export function findPageFolder(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve("@termwire/web/package.json")), "dist");
}
