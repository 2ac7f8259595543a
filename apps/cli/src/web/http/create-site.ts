import { Hono, type Context } from "hono";
import type { Access, Refusal } from "./access.ts";
import { chooseEncoding, type PageFile } from "./page-files.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** What the site is made of. */
export interface SiteOptions {
  readonly access: Access;
  readonly files: ReadonlyMap<string, PageFile>;
}

/** A year: what is named after its content never changes. */
const FOREVER = "public, max-age=31536000, immutable";

/** Creates the site: the page's files for those who were let in, and the way in with the token of the URL. */
export function createSite({ access, files }: SiteOptions): Hono {
  const site = new Hono();
  site.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
  });
  site.use(async (context, next) => {
    const headers = context.req.header();
    const refusal = access.checkHost(headers);
    if (refusal !== null) return refuse(context, refusal);
    const token = context.req.query("token");
    if (context.req.path === "/" && token !== undefined && access.admits(token)) {
      return letIn(context, access.cookie);
    }
    const missing = access.check(headers);
    return missing === null ? next() : refuse(context, missing);
  });
  site.get("*", (context) => serveFile(context, files));
  site.all("*", (context) => context.text("only GET\n", 405, { Allow: "GET, HEAD" }));
  return site;
}

/**
 * The address without the token, so that it is in no history. A browser keeps back a strict cookie when it is sent on
 * from another site's link; there, the page itself asks for the address.
 */
function letIn(context: Context, cookie: string): Response {
  context.header("Set-Cookie", cookie);
  context.header("Cache-Control", "no-store");
  if (context.req.header("sec-fetch-site") !== "cross-site") return context.redirect("/", 303);
  context.header("Refresh", "0; url=/");
  return context.text("");
}

function refuse(context: Context, { status, reason }: Refusal): Response {
  context.header("Cache-Control", "no-store");
  return context.text(`${reason}\n`, status);
}

async function serveFile(
  context: Context,
  files: ReadonlyMap<string, PageFile>,
): Promise<Response> {
  const file = files.get(context.req.path);
  if (file === undefined) {
    context.header("Cache-Control", "no-store");
    return context.text("there is no such file\n", 404);
  }
  context.header("Cache-Control", file.isHashed ? FOREVER : "no-cache");
  context.header("ETag", file.etag);
  context.header("Vary", "Accept-Encoding");
  if (context.req.header("if-none-match") === file.etag) return context.body(null, 304);
  const encoding = file.toEncoding(chooseEncoding(context.req.header("accept-encoding")));
  context.header("Content-Type", file.type);
  if (encoding !== "identity") context.header("Content-Encoding", encoding);
  return context.body(await file.read(encoding));
}
