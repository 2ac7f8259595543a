import { createInterface } from "node:readline";
import { DATA } from "./data.mjs";

const [, , megabytes = "100", pings = "0"] = process.argv;

/** @param {unknown} message */
function send(message) {
  return process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** @param {Record<string, unknown>} update */
function tell(update) {
  const params = { sessionId: "s", update: { toolCallId: "c", ...update } };
  return send({ jsonrpc: "2.0", method: "session/update", params });
}

/** @param {string} data */
function print(data) {
  const _meta = { terminal_output: { terminal_id: "c", data } };
  return tell({ sessionUpdate: "tool_call_update", _meta });
}

async function flood() {
  for (let sent = 0; sent < Number(megabytes) * 1e6; sent += DATA.length) {
    if (!print(DATA)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}

/** Says each time when it printed, on the clock that both processes share. */
async function ping() {
  for (let said = 0; said < Number(pings); said++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    print(`at ${process.hrtime.bigint()}\n`);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = /** @type {{ id?: number, method?: string }} */ (JSON.parse(line)); // what clients write
  if (method === "initialize") send({ jsonrpc: "2.0", id, result: { protocolVersion: 1 } });
  if (method === "session/new") send({ jsonrpc: "2.0", id, result: { sessionId: "s" } });
  if (method !== "session/prompt") continue;
  const content = [{ type: "terminal", terminalId: "c" }];
  const _meta = { terminal_info: { terminal_id: "c", cwd: "/" } };
  tell({ sessionUpdate: "tool_call", title: "yes", kind: "execute", content, _meta });
  await (Number(pings) > 0 ? ping() : flood());
  const exit = { terminal_exit: { terminal_id: "c", exit_code: 0, signal: null } };
  tell({ sessionUpdate: "tool_call_update", status: "completed", _meta: exit });
  send({ jsonrpc: "2.0", id, result: { stopReason: "end_turn" } });
}
