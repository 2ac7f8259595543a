// The flooding agent as whoever uses the SDK writes it: node sdk-agent.mjs MEGABYTES
import { Readable, Writable } from "node:stream";
import { agent, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { DATA } from "./data.mjs";

const [, , megabytes = "100"] = process.argv;

agent({ name: "bench" })
  .onRequest("initialize", () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest("session/new", () => ({ sessionId: "s" }))
  .onRequest("session/prompt", async ({ client }) => {
    /** @param {{ sessionUpdate: "tool_call_update", status?: "completed", _meta: object }} update */
    const tell = (update) =>
      client.notify("session/update", {
        sessionId: "s",
        update: { toolCallId: "c", ...update, _meta: { ...update._meta } },
      });
    await client.notify("session/update", {
      sessionId: "s",
      update: {
        sessionUpdate: "tool_call",
        toolCallId: "c",
        title: "yes",
        kind: "execute",
        content: [{ type: "terminal", terminalId: "c" }],
        _meta: { terminal_info: { terminal_id: "c", cwd: "/" } },
      },
    });
    for (let sent = 0; sent < Number(megabytes) * 1e6; sent += DATA.length) {
      const _meta = { terminal_output: { terminal_id: "c", data: DATA } };
      await tell({ sessionUpdate: "tool_call_update", _meta });
    }
    const _meta = { terminal_exit: { terminal_id: "c", exit_code: 0, signal: null } };
    await tell({ sessionUpdate: "tool_call_update", status: "completed", _meta });
    return { stopReason: "end_turn" };
  })
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout),
      /** @type {ReadableStream<Uint8Array>} */ (
        Readable.toWeb(process.stdin) // Node's own web stream type
      ),
    ),
  );
