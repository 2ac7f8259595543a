import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { client, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";

/**
 * Takes one turn of the agent that `args` start, as whoever uses the SDK writes it.
 *
 * @param {readonly string[]} args
 */
export async function takeSdkTurn(args) {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin),
    /** @type {ReadableStream<Uint8Array>} */ (
      Readable.toWeb(child.stdout) // Node's own web stream type
    ),
  );
  let bytes = 0;
  let tookMs = 0;
  const app = client({ name: "bench" }).onNotification("session/update", ({ params }) => {
    const { terminal_output: output } = /** @type {{ terminal_output?: { data: string } }} */ (
      params.update._meta ?? {} // what the agent writes
    );
    bytes += output?.data.length ?? 0;
  });
  await app.connectWith(stream, async (agent) => {
    const clientCapabilities = { _meta: { terminal_output: true } };
    await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
    const { sessionId } = await agent.request("session/new", { cwd: "/", mcpServers: [] });
    const startMs = performance.now();
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "run" }] });
    tookMs = performance.now() - startMs;
  });
  child.stdin.end();
  await closed;
  return { tookMs, bytes };
}
