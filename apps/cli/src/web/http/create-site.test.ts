import { describe, expect, it } from "vitest";
import { createAccess } from "./access.ts";
import { createSite } from "./create-site.ts";
import { createPageFile } from "./page-files.ts";

const HOST = "127.0.0.1:8000";
const access = createAccess(8000);
const [cookie = ""] = access.cookie.split(";");
const content = new Uint8Array(Buffer.from("let x = 1;\n".repeat(1000)));
const files = new Map([
  ["/", createPageFile("/index.html", new Uint8Array(Buffer.from("<!doctype html>")))],
  ["/assets/main.js", createPageFile("/assets/main.js", content)],
]);
const site = createSite({ access, files });

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  site.request(`http://${HOST}${path}`, { method, headers: { host: HOST, ...headers } });

describe("the site", () => {
  it("lets in by the token, and sends on to an address without it", async () => {
    const { status, headers } = await get(`/?token=${access.token}`);
    expect(status).toBe(303);
    expect(headers.get("location")).toBe("/");
    expect(headers.get("set-cookie")).toBe(access.cookie);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("lets in who follows a link of another site: the browser would not send the cookie on", async () => {
    const { status, headers } = await get(`/?token=${access.token}`, {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    });
    expect([status, headers.get("refresh"), headers.get("location")]).toEqual([
      200,
      "0; url=/",
      null,
    ]);
    expect(headers.get("set-cookie")).toBe(access.cookie);
  });

  it.each([
    "/?token=wrong",
    "/?token=",
    "/",
    "/assets/main.js",
    "/nothing",
    "/acp",
    "/%2e%2e/etc/passwd",
  ])("says nothing of %s without the cookie", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(401);
    expect(await response.text()).toBe("open the URL that `termwire web` has printed\n");
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("takes the token at its one address only", async () => {
    expect((await get(`/assets/main.js?token=${access.token}`)).status).toBe(401);
  });

  it("does not take the token from a name that is not its own", async () => {
    const url = `http://evil.example:8000/?token=${access.token}`;
    const response = await site.request(url, { headers: { host: "evil.example:8000" } });
    expect(response.status).toBe(403);
  });

  it("serves the page, which is asked for anew each time", async () => {
    const response = await get("/", { cookie });
    expect([response.status, await response.text()]).toEqual([200, "<!doctype html>"]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const etag = response.headers.get("etag") ?? "";
    const again = await get("/", { cookie, "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("serves what is named after its content for ever, and compressed", async () => {
    const response = await get("/assets/main.js", { cookie, "accept-encoding": "gzip, br" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
      vary: "Accept-Encoding",
    });
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(content.length / 10);
  });

  it.each(["/nothing", "/assets/", "/assets/../index.html/x", "/assets/%2e%2e%2fpackage.json"])(
    "has nothing at %s",
    async (path) => {
      expect((await get(path, { cookie })).status).toBe(404);
    },
  );

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("refuses %s", async (method) => {
    expect((await get("/", { cookie }, method)).status).toBe(405);
  });

  it.each([
    ["the page", () => get("/", { cookie })],
    ["a refusal", () => get("/")],
    ["a file that is not there", () => get("/x", { cookie })],
    ["the way in", () => get(`/?token=${access.token}`)],
  ])("tells the browser with %s to run nothing but the page's own files", async (_, ask) => {
    const { headers } = await ask();
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ]),
    );
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});
