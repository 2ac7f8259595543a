import { describe, expect, it } from "vitest";
import { createAccess, type RequestHeaders } from "./access.ts";

const access = createAccess(8000);
const [cookie = ""] = access.cookie.split(";");
const own: RequestHeaders = { host: "127.0.0.1:8000", origin: "http://127.0.0.1:8000", cookie };

describe("the access to the server", () => {
  it("is by a token that is long, fits a URL and is another one each time", () => {
    expect(access.token).toMatch(/^[\w-]{43}$/u);
    expect(createAccess(8000).token).not.toBe(access.token);
    expect([access.admits(access.token), access.admits(access.token)]).toEqual([true, true]);
    expect(
      ["", "x", `${access.token}x`, access.token.slice(1)].some((text) => access.admits(text)),
    ).toBe(false);
  });

  it("is once by a token that others may have read", () => {
    const [one, two] = [access.createOnceToken(), access.createOnceToken()];
    expect(one).toMatch(/^[\w-]{43}$/u);
    expect([two, two, one].map((token) => access.admits(token))).toEqual([true, false, true]);
    expect(access.admits(access.token)).toBe(true);
  });

  it("is by a cookie that no script, no other site and no other server of this host gets", () => {
    expect(access.cookie).toMatch(/^termwire-8000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/u);
    expect(access.cookie).not.toContain(access.token);
  });

  it.each(["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000"])(
    "is there for the page at %s",
    (host) => {
      const headers = { host, origin: `http://${host}`, cookie };
      expect([access.check(headers), access.checkSocket(headers)]).toEqual([null, null]);
    },
  );

  it("finds its cookie among others, even of the same name", () => {
    const cookies = `a=b; termwire-8000=stale; ${cookie}; c`;
    expect(access.check({ ...own, cookie: cookies })).toBeNull();
  });

  it.each<[string, RequestHeaders, number]>([
    ["another name", { ...own, host: "evil.example:8000" }, 403],
    ["another port", { ...own, host: "127.0.0.1:8001" }, 403],
    ["no port", { ...own, host: "127.0.0.1" }, 403],
    ["no name", { ...own, host: undefined }, 403],
    ["a name with ours in it", { ...own, host: "127.0.0.1:8000.evil.example" }, 403],
    ["another origin", { ...own, origin: "http://evil.example" }, 403],
    ["another origin on this host", { ...own, origin: "http://127.0.0.1:3000" }, 403],
    ["the origin of a file", { ...own, origin: "null" }, 403],
    ["the encrypted origin", { ...own, origin: "https://127.0.0.1:8000" }, 403],
    ["no cookie", { ...own, cookie: undefined }, 401],
    ["a wrong cookie", { ...own, cookie: "termwire-8000=x" }, 401],
    ["an empty cookie", { ...own, cookie: "termwire-8000=" }, 401],
    ["the cookie of another server", { ...own, cookie: createAccess(8000).cookie }, 401],
    ["the token in place of the cookie", { ...own, cookie: `termwire-8000=${access.token}` }, 401],
  ])("is refused with %s", (_, headers, status) => {
    expect(access.check(headers)).toMatchObject({ status });
    expect(access.checkSocket(headers)).toMatchObject({ status });
  });

  it("is refused to a WebSocket that does not say whose it is", () => {
    const { origin: _, ...headers } = own;
    expect(access.check(headers)).toBeNull();
    expect(access.checkSocket(headers)).toMatchObject({ status: 403 });
  });

  it("is refused to what another site embeds, not to who follows its link", () => {
    const cross = { host: "127.0.0.1:8000", cookie, "sec-fetch-site": "cross-site" };
    const link = { ...cross, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const frame = { ...link, "sec-fetch-dest": "iframe" };
    expect(access.check(cross)).toMatchObject({ status: 403 });
    expect(access.check(frame)).toMatchObject({ status: 403 });
    expect(access.check(link)).toBeNull();
  });
});
