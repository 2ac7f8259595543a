import { methods, RequestError, type ClientApp } from "@agentclientprotocol/sdk";
import { AcpError, type AcpErrorCode } from "../../acp-error.ts";
import type { HostConnection } from "./terminal-host.ts";

/**
 * Puts a host's connection behind the five `terminal/*` methods of the SDK's client app. Only then may the client
 * say `terminal: true`; without it the SDK answers `-32601`. Parameters are checked by the host, not by a schema, so
 * that what a peer got wrong is told by name.
 */
export function serveTerminals(app: ClientApp, connection: HostConnection): ClientApp {
  const { terminal } = methods.client;
  return app
    .onRequest(terminal.create, asIs, ({ params }) => answer(connection.create(params)))
    .onRequest(terminal.output, asIs, ({ params }) => answer(connection.output(params)))
    .onRequest(terminal.waitForExit, asIs, ({ params }) => answer(connection.waitForExit(params)))
    .onRequest(terminal.kill, asIs, ({ params }) => answer(connection.kill(params)))
    .onRequest(terminal.release, asIs, ({ params }) => answer(connection.release(params)));
}

/** The JSON-RPC code of every refusal. */
const WIRE_CODES: Readonly<Record<AcpErrorCode, number>> = {
  "invalid-params": -32602,
  "unknown-session": -32602,
  "session-busy": -32000,
  "unknown-terminal": -32602,
  refused: -32000,
  "too-many-terminals": -32000,
  closed: -32000,
};

async function answer<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (!AcpError.is(error)) throw error;
    throw new RequestError(WIRE_CODES[error.code], error.message, { reason: error.code });
  }
}

function asIs(params: unknown): unknown {
  return params;
}
