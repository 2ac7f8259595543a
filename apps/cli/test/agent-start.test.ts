import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TERMWIRE_BIN } from "./support/run-termwire.ts";

const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: 1, clientCapabilities: {} },
})}\n`;

/** Prints the address of each module that is loaded. */
const HOOK = `data:text/javascript,${encodeURIComponent(
  "export async function load(url, context, next) { process._rawDebug(url); return next(url, context); }",
)}`;
const TELL_MODULES = `data:text/javascript,${encodeURIComponent(
  `import { register } from "node:module"; register(${JSON.stringify(HOOK)});`,
)}`;

/** The least an agent can be: the SDK and one answer. */
const BARE_AGENT = `
  import { Readable, Writable } from "node:stream";
  import { agent, ndJsonStream } from "@agentclientprotocol/sdk";
  agent({ name: "bare" })
    .onRequest("initialize", () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }))
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));`;

const AGENT = [TERMWIRE_BIN, "agent"];
const BARE = ["--input-type=module", "--eval", BARE_AGENT];

/** Starts an agent up to its answer to `initialize`, and then looks at it. */
async function start<Seen>(
  args: readonly string[],
  look: (pid: number, stderr: string) => Seen,
): Promise<Seen> {
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { ...process.env, DEEPSEEK_API_KEY: "sk-test-key" },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.write(INITIALIZE);
  const [answer] = (await once(child.stdout, "data")) as [Buffer]; // no encoding is set
  expect(answer.toString()).toContain('"protocolVersion":1');
  const seen = look(child.pid ?? 0, stderr);
  const ended = once(child, "close");
  child.kill("SIGKILL");
  await ended;
  return seen;
}

/** Milliseconds its main thread has been at work, whatever else the machine does. */
function readWorkMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

/** The least: whatever else the machine does only ever adds to the work of one start. */
function toLeast(values: readonly number[]): number {
  return Math.min(...values);
}

describe("an agent that was just started", () => {
  it("answers before anything of models, tools and processes is loaded", async () => {
    const loaded = await start(["--import", TELL_MODULES, ...AGENT], (_pid, stderr) => stderr);
    expect(loaded).toContain("/apps/cli/dist/");
    for (const part of [
      "@ai-sdk",
      "@modelcontextprotocol",
      "packages/tools/",
      "packages/process/",
    ]) {
      expect(loaded).not.toContain(part);
    }
    // Of models only which there are: a client is told whether one takes images.
    const agent = loaded.split("\n").filter((url) => url.includes("packages/agent/"));
    for (const url of agent) {
      expect(url).toMatch(/dist\/(models|model-catalog\.js|agent-error\.js)/u);
    }
    expect(agent.length).toBeLessThan(12);
  });

  it("answers with at most half as much work again as the SDK alone", async ({ skip }) => {
    skip(!existsSync("/proc/self/schedstat"), "needs /proc/PID/schedstat");
    const bare: number[] = [];
    const built: number[] = [];
    for (let run = 0; run < 5; run++) {
      bare.push(await start(BARE, readWorkMs));
      built.push(await start(AGENT, readWorkMs));
    }
    const ratio = toLeast(built) / toLeast(bare);
    process.stderr.write(
      `    initialize takes ${ratio.toFixed(2)} times the work of the SDK alone\n`,
    );
    expect(ratio).toBeLessThan(1.5);
  }, 120_000);
});
