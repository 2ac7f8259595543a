import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import {
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type McpServer,
} from "@agentclientprotocol/sdk";
import { TERMWIRE_BIN } from "./run-termwire.ts";

/** How it is started. Absent: it keeps no sessions in the home of whoever runs the tests. */
interface StartOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What the client's editor holds, saved or not. Absent: it offers no files. */
  readonly buffers?: Map<string, string>;
}

/** The built-in agent as a child, with the real SDK's client on its stdio. */
export function startAgent(
  meta: Record<string, unknown> | null = { terminal_output: true },
  { args, env, buffers }: StartOptions = { args: ["--no-sessions"], env: {} },
) {
  const child = spawn(process.execPath, [TERMWIRE_BIN, "agent", ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    // Whoever runs the tests may have a key.
    env: { ...process.env, TERMWIRE_MODEL: "shell", ...env },
  });
  const ended = once(child, "exit").then(() => child.exitCode);
  const updates: Record<string, unknown>[] = [];
  const connection = client({ name: "test" })
    .onNotification("session/update", ({ params }) => void updates.push({ ...params.update }))
    .onRequest("fs/read_text_file", ({ params: { path } }) => {
      const content = buffers?.get(path);
      if (content === undefined) throw RequestError.resourceNotFound(path);
      return { content };
    })
    .onRequest("fs/write_text_file", ({ params: { path, content } }) => {
      buffers?.set(path, content);
      return {};
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(child.stdin),
        Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>, // Node's own web stream type
      ),
    );
  return {
    child,
    connection,
    updates,
    ended,
    /** Initializes the connection and opens a session in this directory. */
    async open(cwd: string = process.cwd(), mcpServers: McpServer[] = []) {
      const introduction = await connection.agent.request("initialize", {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: {
          ...(meta !== null && { _meta: meta }),
          ...(buffers !== undefined && { fs: { readTextFile: true, writeTextFile: true } }),
        },
      });
      const { sessionId } = await connection.agent.request("session/new", { cwd, mcpServers });
      const prompt = (text: string) =>
        connection.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      return { sessionId, prompt, introduction };
    },
    /** Closes the agent's input and resolves with its exit status. */
    async leave() {
      child.stdin.end();
      return ended;
    },
  };
}
