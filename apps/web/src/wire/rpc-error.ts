import { toFields, toText } from "./read-fields.ts";

/** A request that was refused. */
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

/** The connection ended before the answer came. Nobody refused anything, and what was asked may have been done. */
export class DisconnectedError extends Error {
  constructor() {
    super("the connection ended");
    this.name = "DisconnectedError";
  }
}

/** The `error` member of an answer. */
export function toRpcError(value: unknown): RpcError {
  const { code, message, data } = toFields(value);
  const words = toText(toFields(data)["details"]) ?? toText(message) ?? "no reason given";
  return new RpcError(typeof code === "number" ? code : 0, words, data);
}
