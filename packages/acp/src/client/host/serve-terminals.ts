import { methods, type ClientApp } from "@agentclientprotocol/sdk";
import { answerRequest } from "../../wire-error.ts";
import type { HostConnection } from "./terminal-host.ts";

/**
 * Puts a host's connection behind the five `terminal/*` methods of the SDK's client app. Only then may the client
 * say `terminal: true`; without it the SDK answers `-32601`. Parameters are checked by the host, not by a schema, so
 * that what a peer got wrong is told by name.
 */
export function serveTerminals(app: ClientApp, connection: HostConnection): ClientApp {
  const { terminal } = methods.client;
  return app
    .onRequest(terminal.create, asIs, ({ params }) =>
      answerRequest(() => connection.create(params)),
    )
    .onRequest(terminal.output, asIs, ({ params }) =>
      answerRequest(() => connection.output(params)),
    )
    .onRequest(terminal.waitForExit, asIs, ({ params }) =>
      answerRequest(() => connection.waitForExit(params)),
    )
    .onRequest(terminal.kill, asIs, ({ params }) => answerRequest(() => connection.kill(params)))
    .onRequest(terminal.release, asIs, ({ params }) =>
      answerRequest(() => connection.release(params)),
    );
}

function asIs(params: unknown): unknown {
  return params;
}
