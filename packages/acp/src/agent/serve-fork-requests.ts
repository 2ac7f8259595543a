import { AcpError } from "../acp-error.ts";
import { toFields } from "../dialects/terminal-end.ts";
import { answerRequest } from "../wire-error.ts";
import type { ExtensibleApp } from "./extensible-app.ts";

/** A draft in both versions of the protocol, so the stable part of the SDK does not know it. */
const FORK_METHOD = "session/fork";

/** A session to fork, and where the fork works. */
export interface ForkRequest {
  readonly sessionId: string;
  readonly cwd: string;
  readonly mcpServers: readonly object[];
}

/** Serves `session/fork`; the answer is that of `session/new`. */
export function serveForkRequests<App extends ExtensibleApp<App>>(
  app: App,
  fork: (request: ForkRequest) => Promise<object>,
): App {
  return app.onRequest(FORK_METHOD, toFields, ({ params }) =>
    answerRequest(async () => fork(parseFork(params))),
  );
}

function parseFork(params: unknown): ForkRequest {
  const { sessionId, cwd, mcpServers } = toFields(params);
  if (typeof sessionId !== "string") throw refuse("sessionId", "a string", sessionId);
  if (typeof cwd !== "string") throw refuse("cwd", "a string", cwd);
  const servers = mcpServers ?? [];
  if (isObjects(servers)) return { sessionId, cwd, mcpServers: servers };
  throw refuse("mcpServers", "a list of objects", mcpServers);
}

function isObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);
}

function refuse(name: string, expected: string, came: unknown): AcpError {
  const shown = JSON.stringify(came)?.slice(0, 100) ?? "nothing";
  return new AcpError("invalid-params", `${name}: expected ${expected}, got ${shown}`);
}
