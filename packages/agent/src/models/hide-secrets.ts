import type { ProviderSettings } from "./provider-settings.ts";

/** Shorter values are no keys, and would be found in every other word. */
const MIN_SECRET_LENGTH = 6;

/** Makes a filter that replaces a provider's key and the values of its headers, wherever they are repeated. */
export function createSecretHider({
  apiKey,
  headers,
}: Pick<ProviderSettings, "apiKey" | "headers">): (text: string) => string {
  const secrets = [apiKey ?? "", ...Object.values(headers)]
    .flatMap((value) => [value, value.replace(/^\w+ /u, "")])
    .filter((value) => value.length >= MIN_SECRET_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "[hidden]"), text);
}
