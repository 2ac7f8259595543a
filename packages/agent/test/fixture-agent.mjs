// An agent on stdio whose model runs the lines of a prompt one after another. Argument: where sessions are kept.
import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { serveAgent } from "@termwire/acp/agent";
import { createHarness } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import {
  checkWorkingDirectory,
  createLocalRunner,
  createProcessIdentities,
} from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";

const processes = createProcessIdentities();

/** @type {import("@termwire/agent").Model} */
const model = {
  name: "lines",
  async *respond({ messages }) {
    const start = messages.findLastIndex(({ role }) => role === "user");
    const prompt = messages[start];
    const done = messages.slice(start).filter(({ role }) => role === "tool").length;
    const command = prompt?.role === "user" ? prompt.text.split("\n")[done] : undefined;
    if (command !== undefined) yield { type: "tool-call", name: "bash", input: { command } };
  },
};

const tools = createToolRegistry();
tools.register(createBashTool());
const harness = createHarness({
  info: { name: "fixture", title: "Fixture", version: "0" },
  model,
  tools,
  runner: createLocalRunner(),
  archive: createFileArchive({ processes, directory: process.argv[2] ?? "" }),
  permissionMode: "full",
  checkDirectory: checkWorkingDirectory,
});
/** @type {ReadableStream<Uint8Array>} */
const input = Readable.toWeb(process.stdin);
serveAgent(harness).connect(ndJsonStream(Writable.toWeb(process.stdout), input));
