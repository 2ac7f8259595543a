import { RequestError } from "@agentclientprotocol/sdk";
import { AcpError, type AcpErrorCode } from "./acp-error.ts";

/**
 * The JSON-RPC code of every refusal. ACP gives -32000 a meaning of its own between client and agent (log in first), so
 * it is only used where the client answers.
 */
const WIRE_CODES: Readonly<Record<AcpErrorCode, number>> = {
  "invalid-params": -32602,
  "unknown-session": -32002,
  "session-busy": -32600,
  "unknown-terminal": -32602,
  refused: -32000,
  "too-many-terminals": -32000,
  closed: -32000,
  failed: -32603,
};

/** The error a peer gets for `error`: one of this package by the table, anything else as it is. */
export function toWireError(error: unknown): unknown {
  if (!AcpError.is(error)) return error;
  const data = { reason: error.code, ...error.facts };
  return new RequestError(WIRE_CODES[error.code], error.message, data);
}

/** Answers a request with what `work` resolves with; an error of this package becomes the one for the wire. */
export async function answerRequest<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toWireError(error);
  }
}
