import { median } from "../run-benchmark.mjs";

/**
 * A message of the agent, as far as it is read.
 *
 * @typedef {object} Message
 * @property {number} [id]
 * @property {{ sessionId?: string }} [result]
 * @property {{ update?: { _meta?: { terminal_output?: { data: string } } } }} [params]
 */

/**
 * A way to the flooding agent.
 *
 * @typedef {object} Connection
 * @property {(text: string) => void} send Sends one message.
 * @property {AsyncIterable<string>} texts What comes back, a message each.
 * @property {() => void} end Called when the turn is over.
 */

/**
 * Takes one turn of an agent as a client that shows terminals would: every message is parsed.
 *
 * @param {Connection} connection
 */
export async function takeTurn({ send, texts, end }) {
  /** @param {number} id @param {string} method @param {object} params */
  const request = (id, method, params) =>
    send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const clientCapabilities = { _meta: { terminal_output: true } };
  request(0, "initialize", { protocolVersion: 1, clientCapabilities });
  let bytes = 0;
  let startMs = 0;
  let tookMs = 0;
  /** @type {number[]} */
  const latenciesMs = [];
  for await (const text of texts) {
    const now = process.hrtime.bigint();
    const { id, params } = /** @type {Message} */ (JSON.parse(text)); // what the agent writes
    if (id === 0) request(1, "session/new", { cwd: "/", mcpServers: [] });
    if (id === 1) {
      startMs = performance.now();
      request(2, "session/prompt", { sessionId: "s", prompt: [] });
    }
    const data = params?.update?._meta?.terminal_output?.data ?? "";
    bytes += data.length;
    if (data.startsWith("at ")) latenciesMs.push(Number(now - BigInt(data.slice(3).trim())) / 1e6);
    if (id === 2) {
      tookMs = performance.now() - startMs;
      end();
    }
  }
  return { tookMs, bytes, latencyMs: median(latenciesMs) };
}
