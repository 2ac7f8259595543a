/** Checks an endpoint's address; without its last slashes, or null when requests cannot be sent below it. */
export function parseBaseUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return null;
  // Each of them would be lost, or end up in a log.
  if (username !== "" || password !== "" || search !== "" || hash !== "") return null;
  return text.trim().replace(/\/+$/u, "");
}
