import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** A client that serves terminals, and an agent that is nothing but lines of JSON. */
async function startClient() {
  const script = fileURLToPath(new URL("stdio-client.mjs", import.meta.url));
  const options = { cwd: "/", sessions: 1, limits: {}, policy: "none", terminals: true };
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = new Map<unknown, (answer: unknown) => void>();
  let ready = (): void => undefined;
  const isReady = new Promise<void>((resolve) => (ready = resolve));
  const send = (message: Record<string, unknown>): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const results = new Map<unknown, Record<string, unknown>>([
    ["initialize", { protocolVersion: 1, agentCapabilities: {} }],
    ["session/new", { sessionId: "s1" }],
  ]);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as Record<string, unknown>; // a line of JSON-RPC
    const result = results.get(message["method"]);
    if (result !== undefined) send({ id: message["id"], result });
    else if (message["method"] === "test/ready") ready();
    else answers.get(message["id"])?.(message["result"] ?? message["error"]);
  });
  await isReady;
  let nextId = 1;
  return {
    ask: (method: string, params: Record<string, unknown>): Promise<unknown> => {
      const id = `ask-${nextId++}`;
      send({ id, method, params });
      return new Promise((resolve) => answers.set(id, resolve));
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

describe("a client that runs commands", () => {
  it("answers plain requests with a session and a terminal id, whatever library they are made by (case 99)", async () => {
    await using client = await startClient();
    const created = await client.ask("terminal/create", { sessionId: "s1", command: "echo plain" });
    expect(created).toEqual({ terminalId: expect.any(String) });
    const ref = { sessionId: "s1", ...(created as { terminalId: string }) }; // checked above
    const exitStatus = { exitCode: 0, signal: null };
    expect(await client.ask("terminal/wait_for_exit", ref)).toEqual(exitStatus);
    expect(await client.ask("terminal/output", ref)).toEqual({
      output: "plain\n",
      truncated: false,
      exitStatus,
    });
    expect(await client.ask("terminal/kill", ref)).toEqual({});
    expect(await client.ask("terminal/release", ref)).toEqual({});
    expect(await client.ask("terminal/release", ref)).toMatchObject({ code: -32602 });
  });
});
