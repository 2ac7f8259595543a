import { createPageFile, type PageFile } from "./http/page-files.ts";

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Termwire</title>
<p>The server runs; the page was not built. In a checkout: <code>npm run build</code>.</p>
</html>
`;

/** What is served in place of a page that was not built. */
export function createPlaceholderPage(): ReadonlyMap<string, PageFile> {
  const content = new Uint8Array(Buffer.from(HTML));
  return new Map([["/", createPageFile("/index.html", content)]]);
}
