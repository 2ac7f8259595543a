/** The members of a JSON object that nobody has checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object's members; none for anything else a peer may send. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** `value` if it is a string that says something. */
export function toText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The message in a text; null for anything but a JSON object. */
export function parseMessage(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Errors of JSON-RPC and ACP that the hub makes itself. */
export const WIRE_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** The text of a notification. */
export function toNotification(method: string, params: Fields): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}

/** The text of a request. */
export function toRequest(id: unknown, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** The text of an answer: `result`, or `error`. */
export function toAnswer(
  id: unknown,
  answer: { readonly result: unknown } | { readonly error: unknown },
): string {
  return JSON.stringify({ jsonrpc: "2.0", id, ...answer });
}

/** The `error` of an answer. */
export function toFailure(
  code: number,
  message: string,
  data?: Fields,
): { readonly error: Fields } {
  return { error: { code, message, ...(data !== undefined && { data }) } };
}

/** The text of a `session/update`. */
export function toUpdate(sessionId: string, update: Fields, meta?: Fields): string {
  const params = { sessionId, update, ...(meta !== undefined && { _meta: meta }) };
  return toNotification("session/update", params);
}
