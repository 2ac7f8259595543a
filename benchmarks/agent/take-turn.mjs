import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const TERMWIRE = fileURLToPath(new URL("../../apps/cli/bin/termwire.js", import.meta.url));

/** How a client says what it shows. */
const CLIENTS = {
  meta: { protocolVersion: 1, clientCapabilities: { _meta: { terminal_output: true } } },
  text: { protocolVersion: 1, clientCapabilities: {} },
  v2: { protocolVersion: 2, info: { name: "benchmark", version: "0" }, capabilities: {} },
};

/**
 * @typedef {object} Update
 * @property {string} sessionUpdate
 * @property {string} [data]
 * @property {string} [state]
 * @property {readonly { content?: { text?: string } }[]} [content]
 * @property {{ terminal_output?: { data: string } }} [_meta]
 *
 * @typedef {object} Message
 * @property {number} [id]
 * @property {{ sessionId?: string }} [result]
 * @property {{ update?: Update }} [params]
 */

/**
 * Has `termwire agent` run a command line, over stdio, for a client that parses every line it gets.
 *
 * @param {keyof typeof CLIENTS} client
 * @param {string} command
 * @param {(text: string, wireBytes: number, isOutput: boolean) => void} onUpdate Given the output an update shows.
 */
export async function takeTurn(client, command, onUpdate) {
  const state = mkdtempSync(join(tmpdir(), "termwire-benchmark-"));
  const child = spawn(process.execPath, [TERMWIRE, "agent"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, XDG_STATE_HOME: state },
  });
  /** @param {object} message */
  const send = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 0, method: "initialize", params: CLIENTS[client] });
  const isOver = createEndWatch(client);
  for await (const line of createInterface({ input: child.stdout })) {
    const message = /** @type {Message} */ (JSON.parse(line)); // what our own agent writes
    const { id, result, params } = message;
    if (id === 0) send({ id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } });
    if (id === 1) {
      const prompt = [{ type: "text", text: command }];
      send({ id: 2, method: "session/prompt", params: { sessionId: result?.sessionId, prompt } });
    }
    if (params?.update !== undefined) {
      const text = toOutput(params.update);
      onUpdate(text ?? "", line.length, text !== null);
    }
    if (isOver(message)) child.stdin.end();
  }
  rmSync(state, { recursive: true });
}

/**
 * A turn is over with the answer to its prompt; in version 2 when the session that worked is idle again.
 *
 * @param {keyof typeof CLIENTS} client
 * @returns {(message: Message) => boolean}
 */
function createEndWatch(client) {
  let isRunning = false;
  return ({ id, params }) => {
    const state = params?.update?.state;
    if (state === "running") isRunning = true;
    return client === "v2" ? isRunning && state === "idle" : id === 2;
  };
}

/**
 * The output that an update shows; null for one that shows none.
 *
 * @param {Update} update
 */
function toOutput({ sessionUpdate, data, content, _meta }) {
  const isChunk = sessionUpdate === "terminal_output_chunk";
  if (isChunk) return Buffer.from(data ?? "", "base64").toString();
  const shown = _meta?.terminal_output?.data ?? null;
  if (shown !== null || sessionUpdate !== "tool_call_update") return shown;
  const texts = (content ?? []).flatMap((block) => block.content?.text ?? []);
  return texts.find((text) => text.includes("```console")) ?? null;
}
