import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { bundleElement } from "../../bundle.mjs";

/** No script and no style but those from files of this server: what a strict page allows. */
const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A server of a page with the element on it, under a strict policy, and of one as plain as it was given. */
export interface CardPage extends AsyncDisposable {
  readonly url: string;
  readonly plainUrl: string;
}

/** Bundles the element as it was built, and serves it on this computer. Dispose of it when done. */
export async function serveCardPage(plainPage = ""): Promise<CardPage> {
  const script = await bundleElement();
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cards</title>
    <meta name="viewport" content="width=device-width">
    <link rel="stylesheet" href="/page.css"><script type="module" src="/terminal-card.js"></script></head>
    <body><main><h1>Cards</h1></main></body></html>`;
  const style = await readFile(new URL("page.css", import.meta.url), "utf8");
  const files = new Map<string, readonly [type: string, content: string]>([
    ["/", ["text/html", page]],
    ["/plain", ["text/html", plainPage]],
    ["/terminal-card.js", ["text/javascript", script]],
    ["/page.css", ["text/css", style]],
  ]);
  const server = createServer((request, response) => {
    const [type, content] = files.get(request.url ?? "") ?? ["text/plain", ""];
    response.setHeader("Content-Type", `${type}; charset=utf-8`);
    if (request.url !== "/plain") response.setHeader("Content-Security-Policy", STRICT_POLICY);
    response.end(content);
  });
  await listen(server);
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  return {
    url: `http://127.0.0.1:${port}/`,
    plainUrl: `http://127.0.0.1:${port}/plain`,
    [Symbol.asyncDispose]: () => close(server),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
