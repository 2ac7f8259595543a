import { RequestError } from "@agentclientprotocol/sdk";
import type { HostConnection } from "../../client/host/terminal-host.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toWireError } from "../../wire-error.ts";

type Answer = (host: HostConnection, params: unknown) => Promise<unknown>;

const METHODS: Readonly<Record<string, Answer>> = {
  "terminal/create": (host, params) => host.create(params),
  "terminal/output": (host, params) => host.output(params),
  "terminal/wait_for_exit": (host, params) => host.waitForExit(params),
  "terminal/kill": (host, params) => host.kill(params),
  "terminal/release": (host, params) => host.release(params),
};

/** True for a method of ACP v1 by which an agent has commands run. */
export function isTerminalMethod(method: string): boolean {
  return Object.hasOwn(METHODS, method);
}

/** The members of the answer to a `terminal/*` request: `result` or `error`. Never rejects. */
export async function answerTerminal(
  host: HostConnection | null,
  { method, params }: { readonly method: string; readonly params: unknown },
): Promise<UpdateFields> {
  try {
    const answer = METHODS[method];
    if (host === null || answer === undefined) throw RequestError.methodNotFound(method);
    return { result: await answer(host, params) };
  } catch (error) {
    return { error: toErrorObject(toWireError(error)) };
  }
}

function toErrorObject(error: unknown): UpdateFields {
  if (error instanceof RequestError) {
    const { code, message, data } = error;
    return { code, message, ...(data !== undefined && { data }) };
  }
  return { code: -32603, message: error instanceof Error ? error.message : String(error) };
}
