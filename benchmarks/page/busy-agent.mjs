import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

// An agent for measuring the page: `cards N` shows N finished commands, `flood MS` one that prints all the time.

/** As often and as much as an agent of ours tells of a flood. */
const INTERVAL_MS = 33;
const CHUNK = `${"0123456789abcdef ".repeat(6)}\n`.repeat(1_000);

/** @typedef {{ readonly id?: unknown, readonly method?: string, readonly params?: { readonly sessionId?: string, readonly prompt?: readonly { readonly text?: string }[] } }} Message */

let count = 0;

/** @param {object} message */
const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

/** @param {unknown} sessionId */
function startCard(sessionId) {
  const id = `call-${count++}`;
  /** @param {object} update */
  const tell = (update) =>
    write({
      method: "session/update",
      params: { sessionId, update: { toolCallId: id, ...update } },
    });
  tell({
    sessionUpdate: "tool_call",
    title: `make target-${id}`,
    kind: "execute",
    status: "in_progress",
    content: [{ type: "terminal", terminalId: id }],
    _meta: { terminal_info: { terminal_id: id, cwd: "/" } },
  });
  return {
    /** @param {string} data */
    print: (data) =>
      tell({
        sessionUpdate: "tool_call_update",
        _meta: { terminal_output: { terminal_id: id, data } },
      }),
    end: () =>
      tell({
        sessionUpdate: "tool_call_update",
        status: "completed",
        _meta: { terminal_exit: { terminal_id: id, exit_code: 0, signal: null } },
      }),
  };
}

/**
 * @param {unknown} sessionId
 * @param {string} text
 */
async function work(sessionId, text) {
  const [verb, amount] = text.split(" ");
  const cards = verb === "cards" ? Number(amount) : 0;
  for (let index = 0; index < cards; index++) {
    const card = startCard(sessionId);
    card.print(CHUNK.slice(0, 2_000));
    card.end();
  }
  if (verb !== "flood") return;
  const card = startCard(sessionId);
  const endMs = Date.now() + Number(amount);
  while (Date.now() < endMs) {
    card.print(CHUNK);
    await sleep(INTERVAL_MS);
  }
  card.end();
}

/** @param {Message} message */
async function answer({ id, method, params }) {
  if (method === "initialize") write({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === "session/new") write({ id, result: { sessionId: `busy-${count++}` } });
  else if (method === "session/prompt") {
    await work(params?.sessionId, params?.prompt?.[0]?.text ?? "");
    write({ id, result: { stopReason: "end_turn" } });
  } else if (id !== undefined) write({ id, error: { code: -32601, message: "no such method" } });
}

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {unknown} */
  const message = JSON.parse(line);
  void answer(/** @type {Message} */ (message)); // a client's, as far as it is read
}
