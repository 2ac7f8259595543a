import { toFields, toText } from "./read-fields.ts";

/** The connection ended before the answer came. */
export const DISCONNECTED = -32_000;

/** A request that was refused, or that nobody could answer any more. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

/** The `error` member of an answer. */
export function toRpcError(value: unknown): RpcError {
  const { code, message, data } = toFields(value);
  const words = toText(toFields(data)["details"]) ?? toText(message) ?? "no reason given";
  return new RpcError(typeof code === "number" ? code : 0, words, data);
}
