import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { agent, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import type { TerminalEvent } from "@termwire/terminal";

/** How the client under test is set up. */
export interface ClientSetup {
  readonly cwd?: string;
  readonly sessions?: number;
  readonly limits?: Record<string, number>;
  readonly policy?:
    | "none"
    | "roots"
    | "environment"
    | "refuse"
    | "throws"
    | "never answers"
    | "answers the second";
  /** What of the client is broken. */
  readonly fault?: "none" | "start fails" | "kill fails once" | "nothing ends" | "listener throws";
  readonly terminals?: boolean;
  readonly env?: Record<string, string>;
}

/** Starts a client as a child and is its agent, over stdio and the real SDK on both ends. */
export async function connectClient(setup: ClientSetup = {}) {
  const { cwd = "/", sessions = 1, limits = {}, policy = "none", terminals = true, env } = setup;
  const { fault = "none" } = setup;
  const script = fileURLToPath(new URL("stdio-client.mjs", import.meta.url));
  const options = JSON.stringify({ cwd, sessions, limits, policy, terminals, fault });
  const child = spawn(process.execPath, [script, options], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const ended = once(child, "exit");
  const events: { sessionId: string; event: TerminalEvent }[] = [];
  const ready = new AbortController();
  let opened = 0;
  const asIs = (params: unknown): unknown => params;
  const connection = agent({ name: "test" })
    .onRequest("initialize", () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
    .onRequest("session/new", () => ({ sessionId: `s${++opened}` }))
    .onRequest("session/close", () => ({}))
    .onNotification("test/event", asIs, ({ params }) => {
      events.push(params as (typeof events)[number]); // sent by stdio-client.mjs
    })
    .onNotification("test/ready", asIs, () => ready.abort())
    .connect(
      ndJsonStream(
        Writable.toWeb(child.stdin),
        Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>, // Node's own web stream type
      ),
    );
  const { client } = connection;
  if (!ready.signal.aborted) await once(ready.signal, "abort");
  const call = (
    method: string,
    params: Record<string, unknown>,
  ): Promise<Record<string, unknown>> =>
    client.request(`terminal/${method}`, { sessionId: "s1", ...params });
  return {
    child,
    ended,
    events,
    call,
    /** What the client's process holds: handles, and listeners on itself. */
    resources: () => client.request("test/resources", {}),
    /** Has the client close its first session. */
    closeSession: () => client.notify("test/close", {}),
    /** Creates a terminal for a shell line, as most agents do. */
    async create(command: string, params: Record<string, unknown> = {}): Promise<string> {
      return String((await call("create", { command, ...params }))["terminalId"]);
    },
    /** Waits for the end and reads the output. */
    async finish(terminalId: string) {
      await call("wait_for_exit", { terminalId });
      return call("output", { terminalId });
    },
    async [Symbol.asyncDispose]() {
      connection.close();
      child.stdin.end();
      await ended;
    },
  };
}
