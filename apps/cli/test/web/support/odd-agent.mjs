// An agent that keeps no sessions and does on request what agents should not: `say X`, `ask`, `ask-and-take-back`,
// `half`, `crash`, `flood N`, `offer`, `hang`, `sleep MARKER`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * What a client sends, as far as it is read.
 *
 * @typedef {object} Incoming
 * @property {unknown} [id]
 * @property {string} [method]
 * @property {{ readonly sessionId: string, readonly cwd?: string, readonly prompt?: readonly { readonly text?: string }[] }} params
 * @property {unknown} [result]
 * @property {unknown} [error]
 */

/** @type {unknown} */
let offered = {};
let count = 0;
/** @type {Map<unknown, (message: Pick<Incoming, "result" | "error">) => void>} */
const asked = new Map();

/** @param {object} message */
const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

/** @param {string} sessionId @param {object} update */
const tell = (sessionId, update) =>
  write({ method: "session/update", params: { sessionId, update } });

/** @param {string} sessionId @param {unknown} words */
const say = (sessionId, words) =>
  tell(sessionId, {
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text: typeof words === "string" ? words : JSON.stringify(words) },
  });

/** @param {string} sessionId */
function announce(sessionId) {
  const id = `call-${count++}`;
  tell(sessionId, {
    sessionUpdate: "tool_call",
    toolCallId: id,
    title: "a command",
    kind: "execute",
    status: "in_progress",
    content: [{ type: "terminal", terminalId: id }],
    _meta: { terminal_info: { terminal_id: id, cwd: "/" } },
  });
  /** @param {string} data */
  return (data) =>
    tell(sessionId, {
      sessionUpdate: "tool_call_update",
      toolCallId: id,
      _meta: { terminal_output: { terminal_id: id, data } },
    });
}

/** @param {string} sessionId @param {boolean} takesBack */
async function ask(sessionId, takesBack) {
  const id = count++;
  write({
    id,
    method: "session/request_permission",
    params: {
      sessionId,
      toolCall: { toolCallId: "asked", title: "rm -rf build" },
      options: [
        { optionId: "yes", name: "Yes", kind: "allow_once" },
        { optionId: "no", name: "No", kind: "reject_once" },
      ],
    },
  });
  if (takesBack) {
    write({ method: "$/cancel_request", params: { requestId: id } });
    return;
  }
  /** @type {Pick<Incoming, "result" | "error">} */
  const { result, error } = await new Promise((resolve) => {
    asked.set(id, resolve);
  });
  say(sessionId, result ?? error);
}

/** @param {string} sessionId @param {number} chunks */
async function flood(sessionId, chunks) {
  const print = announce(sessionId);
  for (let index = 0; index < chunks; index++) {
    const isTaken = print(`${String(index).padStart(6, "0")}${"x".repeat(100_000)}\n`);
    if (!isTaken) await once(process.stdout, "drain");
  }
}

/** @param {string} sessionId @param {string} text */
async function work(sessionId, text) {
  const [verb, ...words] = text.split(" ");
  if (verb === "say") say(sessionId, words.join(" "));
  if (verb === "offer") say(sessionId, offered);
  if (verb === "ask") await ask(sessionId, false);
  if (verb === "ask-and-take-back") await ask(sessionId, true);
  if (verb === "half") announce(sessionId)("half of it\n");
  if (verb === "flood") await flood(sessionId, Number(words[0]));
  if (verb === "sleep") spawn("sleep", words, { stdio: "ignore" });
  if (verb === "hang") await new Promise(() => undefined);
  if (verb === "crash") {
    process.stderr.write("line one\nboom: it was the wiring\n");
    // oxlint-disable-next-line unicorn/no-process-exit -- as a crash is: at once, whatever is open
    process.exit(7);
  }
}

const canResume = process.argv.includes("--resume");

/** @param {unknown} id @param {object} result */
const answer = (id, result) => write({ id, result });

/** @param {unknown} id @param {Incoming["params"]} params */
function open(id, { cwd }) {
  const sessionId = `odd-${process.pid}-${count++}`;
  say(sessionId, "before the answer; ");
  if (cwd === "/") void ask(sessionId, false);
  answer(id, { sessionId });
  say(sessionId, "after the answer; ");
}

/** @param {unknown} id @param {Incoming["params"]} params */
async function prompt(id, params) {
  const text = params.prompt?.[0]?.text;
  if (typeof text === "string") await work(params.sessionId, text);
  const refusal = { error: { code: -32602, message: "expected a text" } };
  write({ id, ...(typeof text === "string" ? { result: { stopReason: "end_turn" } } : refusal) });
}

/** @param {Incoming} message */
async function take({ id, method, params, ...settled }) {
  if (method === undefined) {
    asked.get(id)?.(settled);
  } else if (method === "initialize") {
    offered = params;
    const agentCapabilities = canResume ? { sessionCapabilities: { resume: {} } } : {};
    answer(id, { protocolVersion: 1, agentCapabilities });
  } else if (method === "session/new") {
    open(id, params);
  } else if (method === "session/resume" && canResume) {
    answer(id, {});
  } else if (method === "session/prompt") {
    await prompt(id, params);
  } else if (id !== undefined) {
    write({ id, error: { code: -32601, message: `no ${method}` } });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {Incoming} */
  const message = JSON.parse(line);
  void take(message);
}
