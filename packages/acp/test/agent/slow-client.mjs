// A client that stops reading for a while, then reads on and says what its card shows in the end.
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { displayTerminals } from "@termwire/acp/client";

/**
 * @typedef {object} Message
 * @property {number} [id]
 * @property {{ readonly sessionId?: string, readonly stopReason?: string }} [result]
 * @property {{ readonly update?: { readonly state?: string } }} [params]
 */

/** @type {{ readonly stallMs: number, readonly version: number, readonly command: string }} */
const { stallMs, version, command } = JSON.parse(process.argv[2] ?? "{}");

let hash = createHash("sha256");
let shownBytes = 0;
let lostBytes = 0;
let tail = "";
/** @type {unknown} */
let ending = null;
const terminals = displayTerminals({
  onEvent({ event }) {
    if (event.type === "output-replaced") {
      hash = createHash("sha256");
      shownBytes = 0;
      lostBytes = 0;
    }
    if (event.type === "output-appended" || event.type === "output-replaced") {
      hash.update(event.bytes);
      shownBytes += event.bytes.length;
      tail = (tail + Buffer.from(event.bytes).toString()).slice(-100);
    }
    if (event.type === "output-lost") lostBytes += event.lostBytes;
    if (event.type === "terminal-ended") ending = event.ending;
  },
});

let nextId = 0;
/**
 * @param {string} method
 * @param {unknown} params
 */
function request(method, params) {
  const message = { jsonrpc: "2.0", id: ++nextId, method, params };
  terminals.send(message);
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const isV2 = version === 2;
request("initialize", {
  protocolVersion: version,
  ...(isV2
    ? { info: { name: "slow", version: "0" } }
    : { clientCapabilities: { _meta: { terminal_output: true } } }),
});

let stalled = false;
for await (const line of createInterface({ input: process.stdin })) {
  /** @type {Message} */
  const message = JSON.parse(line);
  terminals.receive(message);
  if (message.id === 1) request("session/new", { cwd: "/", mcpServers: [] });
  if (message.id === 2) {
    const sessionId = message.result?.sessionId;
    request("session/prompt", { sessionId, prompt: [{ type: "text", text: command }] });
  }
  if (shownBytes > 0 && !stalled) {
    stalled = true;
    process.stderr.write("stalled\n");
    await sleep(stallMs);
    process.stderr.write("reading\n");
  }
  const update = message.params?.update;
  const isOver = isV2 ? update?.state === "idle" : message.result?.stopReason !== undefined;
  if (isOver && stalled) break;
}
const shown = { hash: hash.digest("hex"), shownBytes, lostBytes, tail, ending };
process.stderr.write(`${JSON.stringify(shown)}\n`);
process.stdin.destroy();
