import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { until } from "./support/processes.ts";
import { TERMWIRE_BIN } from "./support/run-termwire.ts";

type Message = Readonly<Record<string, unknown>>;
type Answer = (params: Message) => Message | "never";

/** The built-in agent with commands in its client's environment, and a client that is nothing but lines of JSON. */
function startAgent(answers: Readonly<Record<string, Answer>>) {
  const args = ["agent", "--model", "shell", "--no-sessions", "--exec", "client"];
  const child = spawn(process.execPath, [TERMWIRE_BIN, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<unknown, (result: unknown) => void>();
  const requests: { readonly method: string; readonly params: Message }[] = [];
  const send = (message: Message): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, method, params, result } = JSON.parse(line) as Message; // a line of JSON-RPC
    if (typeof method !== "string") return waiting.get(id)?.(result);
    if (id === undefined) return;
    const fields = params as Message; // requests of this agent have members
    requests.push({ method, params: fields });
    const answer = answers[method]?.(fields) ?? {};
    if (answer !== "never") send({ id, result: answer });
  });
  let nextId = 1;
  const ask = (method: string, params: Message): Promise<unknown> => {
    const id = nextId++;
    send({ id, method, params });
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const openAnother = async (): Promise<string> => {
    const opened = await ask("session/new", { cwd: "/", mcpServers: [] });
    return String((opened as Message)["sessionId"]); // the answer has one
  };
  return {
    requests,
    /** What was asked of the client, by name. */
    asked: (method: string) => requests.filter((request) => request.method === method),
    async open(): Promise<string> {
      const clientCapabilities = { terminal: true };
      await ask("initialize", { protocolVersion: 1, clientCapabilities });
      return openAnother();
    },
    openAnother,
    prompt: (sessionId: string, text: string) =>
      ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

const served: Readonly<Record<string, Answer>> = {
  "terminal/create": () => ({ terminalId: "term_1" }),
  "terminal/wait_for_exit": () => ({ exitCode: 0, signal: null }),
  "terminal/output": () => ({ output: "hello\n", truncated: false }),
};

describe("the agent in its client's environment", () => {
  it("asks plainly, with session and terminal id, and releases once (cases 90, 99)", async () => {
    await using agent = startAgent(served);
    const sessionId = await agent.open();
    expect(await agent.prompt(sessionId, "echo hello")).toMatchObject({ stopReason: "end_turn" });
    const ref = { sessionId, terminalId: "term_1" };
    const [create, ...others] = agent.requests;
    expect(create).toMatchObject({
      method: "terminal/create",
      params: { sessionId, command: "/bin/sh", args: ["-c", "echo hello"], cwd: "/" },
    });
    expect(others.map(({ method }) => method)).toEqual([
      "terminal/wait_for_exit",
      "terminal/output",
      "terminal/release",
    ]);
    for (const { params } of others) expect(params).toEqual(ref);
  });

  it("creates terminals all the same while its client never answers for one (case 96)", async () => {
    let creates = 0;
    await using agent = startAgent({
      ...served,
      "terminal/create": () => (++creates === 1 ? "never" : { terminalId: `term_${creates}` }),
    });
    const swallowed = await agent.open();
    void agent.prompt(swallowed, "echo swallowed");
    await until("the terminal is asked for", () => agent.asked("terminal/create").length === 1);
    const other = await agent.openAnother();
    expect(await agent.prompt(other, "echo on")).toMatchObject({ stopReason: "end_turn" });
    expect(agent.asked("terminal/release")).toMatchObject([
      { params: { sessionId: other, terminalId: "term_2" } },
    ]);
  });
});
