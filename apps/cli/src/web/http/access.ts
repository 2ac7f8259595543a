import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 bits: not to be guessed. */
const TOKEN_BYTES = 32;

/** Headers of a request, their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why a request is refused. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/** Decides who may reach a server. */
export interface Access {
  /** For the printed URL. */
  readonly token: string;
  /** Null for a request that comes from a browser that was let in, by the name it was let in by. */
  check(headers: RequestHeaders): Refusal | null;
  /** As `check`, for a WebSocket: browsers say which page opens one, and only ours may. */
  checkSocket(headers: RequestHeaders): Refusal | null;
  /** Null for a request that names this server as its own page would; the token is not looked at. */
  checkHost(headers: RequestHeaders): Refusal | null;
  /**
   * A token that lets in once. For the command that opens the browser: others on this machine can read the arguments
   * of a program, and what they read is used up.
   */
  createOnceToken(): string;
  /** True for a token; one that lets in once is used up. What is wrong tells nothing of what is right. */
  admits(text: string): boolean;
  /** The `Set-Cookie` of a browser that is let in. */
  readonly cookie: string;
}

/**
 * Creates the access to the server on this port. The cookie holds another secret than the URL, so that a URL in a
 * history opens the page, but what a cookie leaks to opens nothing by itself.
 */
export function createAccess(port: number): Access {
  const [token, secret] = [createSecret(), createSecret()];
  /** Digests of tokens that let in once. */
  const unused = new Set<string>();
  // Cookies are shared by all ports of a host: each server has its own.
  const name = `termwire-${port}`;
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
  const checkHost = (headers: RequestHeaders): Refusal | null => {
    const host = String(headers["host"]).toLowerCase();
    if (!hosts.has(host)) return { status: 403, reason: "this server does not go by that name" };
    const { origin } = headers;
    const isOwn = origin === undefined || String(origin).toLowerCase() === `http://${host}`;
    const isForeign = headers["sec-fetch-site"] === "cross-site" && !isNavigation(headers);
    return isOwn && !isForeign ? null : { status: 403, reason: "this is another page's request" };
  };
  const checkCookie = ({ cookie }: RequestHeaders): Refusal | null => {
    const values = readCookies(String(cookie ?? ""), name);
    const isKnown = values.some((value) => isSame(value, secret));
    return isKnown ? null : { status: 401, reason: NO_TOKEN };
  };
  return {
    token,
    cookie: `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
    createOnceToken() {
      const once = createSecret();
      unused.add(toDigest(once).toString("hex"));
      return once;
    },
    admits: (text) => isSame(text, token) || unused.delete(toDigest(text).toString("hex")),
    checkHost,
    check: (headers) => checkHost(headers) ?? checkCookie(headers),
    checkSocket: (headers) =>
      headers["origin"] === undefined
        ? { status: 403, reason: "a WebSocket without an origin" }
        : (checkHost(headers) ?? checkCookie(headers)),
  };
}

const NO_TOKEN = "open the URL that `termwire web` has printed";

/** A person who follows a link, whoever has it. */
function isNavigation(headers: RequestHeaders): boolean {
  return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

/** A browser may send several of one name. */
function readCookies(header: string, name: string): readonly string[] {
  return header.split(";").flatMap((pair) => {
    const [key, value] = pair.trim().split("=", 2);
    return key === name && value !== undefined ? [value] : [];
  });
}

/** Compares digests, which are of one length and tell nothing of what they are of. */
function isSame(text: string, secret: string): boolean {
  return timingSafeEqual(toDigest(text), toDigest(secret));
}

function toDigest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function createSecret(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}
