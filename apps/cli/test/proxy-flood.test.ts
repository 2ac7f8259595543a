import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { TERMWIRE_BIN } from "./support/run-termwire.ts";

/** Answers what it is asked, and prints 12 MB in updates of which no two are alike. */
const AGENT = `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  const tell = (update) =>
    send({ method: "session/update", params: { sessionId: "s", update: { toolCallId: "c", ...update } } });
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") return send({ id, result: { protocolVersion: 1 } });
    if (method === "session/new") return send({ id, result: { sessionId: "s" } });
    const content = [{ type: "terminal", terminalId: "c" }];
    const _meta = { terminal_info: { terminal_id: "c", cwd: "/" } };
    tell({ sessionUpdate: "tool_call", title: "yes", kind: "execute", content, _meta });
    for (let count = 0; count < 200; count++) {
      const data = count + String.fromCharCode(97 + (count % 26)).repeat((count * 7919) % 120000) + "\\n";
      tell({ sessionUpdate: "tool_call_update", _meta: { terminal_output: { terminal_id: "c", data } } });
    }
    process.stdin.destroy();
  });`;

const REQUESTS = [
  ["initialize", { protocolVersion: 1, clientCapabilities: { _meta: { terminal_output: true } } }],
  ["session/new", { cwd: "/", mcpServers: [] }],
  ["session/prompt", { sessionId: "s", prompt: [] }],
].map(([method, params], id) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);

/** The updates with output that a client gets which waits so long before each time it reads. */
async function read(args: readonly string[], pauseMs: number): Promise<string[]> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(REQUESTS.join(""));
  const chunks: Uint8Array[] = [];
  const output: AsyncIterable<Uint8Array> = child.stdout;
  for await (const chunk of output) {
    chunks.push(chunk);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  const lines = Buffer.concat(chunks).toString().split("\n");
  return lines.filter((line) => line.includes('"terminal_output"'));
}

describe("termwire proxy, before an agent that floods", () => {
  it.each([0, 2])("passes all byte for byte to a client that waits %i ms", async (pauseMs) => {
    const agent = ["-e", AGENT];
    const direct = await read(agent, 0);
    expect(direct).toHaveLength(200);
    const proxy = [TERMWIRE_BIN, "proxy", "--", process.execPath, ...agent];
    expect((await read(proxy, pauseMs)).join("\n") === direct.join("\n")).toBe(true);
  });
});
