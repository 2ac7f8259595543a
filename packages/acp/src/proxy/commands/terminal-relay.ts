import type { HostConnection } from "../../client/host/terminal-host.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toInteger } from "../../dialects/terminal-end.ts";

const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

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
  const answer = METHODS[method];
  if (host === null || answer === undefined) {
    return { error: { code: METHOD_NOT_FOUND, message: `"Method not found": ${method}` } };
  }
  try {
    return { result: await answer(host, params) };
  } catch (error) {
    // Only now, for it brings the SDK with it, which a proxy needs for nothing else.
    const { toWireError } = await import("../../wire-error.ts");
    return { error: toErrorObject(toWireError(error)) };
  }
}

/** An error that has a code of JSON-RPC is told as it is. */
function toErrorObject(error: unknown): UpdateFields {
  const { code, data } = toFields(error);
  const message = error instanceof Error ? error.message : String(error);
  return { code: toInteger(code) ?? INTERNAL_ERROR, message, ...(data !== undefined && { data }) };
}
