// An agent that runs one scenario in its client's terminals and writes what it measured to a file:
//   node agent.mjs SCENARIO FILE
import { writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { agent, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { SCENARIOS } from "./scenarios.mjs";

/** One answer holds all that was retained. */
const maxMessageBytes = 512 * 1024 ** 2;

const [name = "", file = ""] = process.argv.slice(2);
const scenario = SCENARIOS[name];
if (scenario === undefined) throw new Error(`no scenario is named "${name}"`);

agent({ name: "bench" })
  .onRequest("initialize", () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest("session/new", () => ({ sessionId: "s1" }))
  .onRequest("session/prompt", async ({ client }) => {
    /**
     * @param {string} method
     * @param {object} params
     * @returns {Promise<Record<string, unknown>>}
     */
    const call = (method, params) =>
      client.request(`terminal/${method}`, { sessionId: "s1", ...params });
    writeFileSync(file, JSON.stringify(await scenario(call)));
    return { stopReason: "end_turn" };
  })
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout),
      /** @type {ReadableStream<Uint8Array>} */ (
        Readable.toWeb(process.stdin) // Node's own web stream type
      ),
      { maxMessageBytes },
    ),
  );
