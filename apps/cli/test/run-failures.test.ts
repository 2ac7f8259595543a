import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSleepMarker, until, untilGone } from "./support/processes.ts";
import { parseEvents, runTermwire, startTermwire } from "./support/run-termwire.ts";

/** A file with an agent's program: lines of JSON in, lines of JSON out. */
function writeAgent(body: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "termwire-agent-")), "agent.mjs");
  writeFileSync(
    file,
    `import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const update = (update) => send({ method: "session/update", params: { sessionId: "s1", update } });
const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  "session/new": () => ({ sessionId: "s1" }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (answers[method]) send({ id, result: answers[method](params) });
  else onMessage({ id, method, params, result });
});
${body}`,
  );
  return `'${process.execPath}' '${file}'`;
}

describe("termwire run with an agent that fails", () => {
  it.each([
    ["cannot be found", "/no/such/agent --acp", "exit status 127"],
    ["ends at once", "exit 3", "exit status 3"],
    ["is killed", "kill -SEGV $$", "killed by SIGSEGV"],
  ])("says so and exits with 70 when the agent %s", async (_what, agent, words) => {
    const { status, stderr } = await runTermwire(["run", "--agent", agent, "x"]);
    expect(status).toBe(70);
    expect(stderr).toContain(words);
  });

  it("says which request an agent refused, in the agent's words", async () => {
    const agent = writeAgent(`const onMessage = ({ id }) =>
  send({ id, error: { code: -32000, message: "please log in first" } });`);
    const { status, stderr } = await runTermwire(["run", "--agent", agent, "x"]);
    expect(status).toBe(70);
    expect(stderr).toContain("please log in first");
  });

  it("case 94: does not wait for an agent that closes its output in the middle of the turn", async () => {
    const agent = writeAgent(`const onMessage = () => {
  update({ sessionUpdate: "tool_call", toolCallId: "t1", title: "ls", kind: "execute",
    content: [{ type: "terminal", terminalId: "t1" }],
    _meta: { terminal_info: { terminal_id: "t1", cwd: "/p" } } });
  setTimeout(() => process.exit(0), 100);
};`);
    const { status, stdout } = await runTermwire(["run", "--json", "--agent", agent, "x"]);
    expect(status).toBe(70);
    const exit = parseEvents(stdout).find(({ event }) => event === "exit");
    expect(exit).toMatchObject({ exitCode: null, signal: null, cause: "disconnected" });
  });

  it("case 157: tolerates noise among the agent's lines", async () => {
    const agent = writeAgent(`process.stdout.write("Welcome to my profile\\n");
const onMessage = ({ id }) => { if (id !== undefined) send({ id, result: { stopReason: "end_turn" } }); };`);
    expect((await runTermwire(["run", "--agent", agent, "x"])).status).toBe(0);
  });

  it("leaves an agent that does not react to being cancelled or asked to leave, and its children", async () => {
    const marker = createSleepMarker();
    const agent = writeAgent(`import { spawn } from "node:child_process";
process.on("SIGTERM", () => {});
spawn("sleep", ["${marker}"], { stdio: "ignore" });
setInterval(() => {}, 1000);
const onMessage = ({ method }) => { if (method === "session/prompt") process.stderr.write("working\\n"); };`);
    const run = startTermwire(["run", "--agent", agent, "x"]);
    await until("the agent works", () => run.stderr().includes("working"));
    run.child.kill("SIGTERM");
    expect((await run.result).status).toBe(143);
    await untilGone(marker);
  });
});

describe("termwire run and permission", () => {
  const agent = writeAgent(`const onMessage = ({ id, method, result }) => {
  if (method === "session/prompt") {
    globalThis.promptId = id;
    send({ id: 99, method: "session/request_permission", params: {
      sessionId: "s1",
      toolCall: { toolCallId: "t1", title: "bash", rawInput: { command: ["sh", "-c", "rm -rf x"], cwd: "/p" } },
      options: [
        { optionId: "no", name: "No", kind: "reject_once" },
        { optionId: "always", name: "Always", kind: "allow_always" },
        { optionId: "yes", name: "Yes", kind: "allow_once" },
      ] } });
  } else if (id === 99) {
    update({ sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: JSON.stringify(result.outcome) } });
    send({ id: globalThis.promptId, result: { stopReason: "end_turn" } });
  }
};`);

  it("cases 192, 194: refuses when there is nobody to ask, says what was asked and how to allow it", async () => {
    const { stdout, stderr } = await runTermwire(["run", "--agent", agent, "x"]);
    expect(stdout).toContain('"optionId":"no"');
    expect(stderr).toContain('refused "rm -rf x in /p"');
    expect(stderr).toContain("--yes");
  });

  it("case 201: allows once, not for ever, with --yes, and refuses silently with --deny", async () => {
    const yes = await runTermwire(["run", "--yes", "--agent", agent, "x"]);
    expect(yes.stdout).toContain('"optionId":"yes"');
    const deny = await runTermwire(["run", "--deny", "--agent", agent, "x"]);
    expect(deny.stdout).toContain('"optionId":"no"');
    expect(deny.stderr).toBe("");
  });
});

describe("termwire called wrongly", () => {
  it.each([
    [["run"], "missing required argument 'prompt'"],
    [["run", "--as", "emacs", "x"], "Allowed choices are all, zed, meta, delta, text"],
    [["run", "--timeout", "soon", "x"], "Expected a number of seconds"],
    [["run", "--yes", "--deny", "x"], "cannot be used with"],
    [["run", "--agent", " ", "x"], "--agent: expected a command"],
    [["run", "a", "b"], "too many arguments"],
    [["dance"], "unknown command 'dance'"],
    [["run", "--jsn", "x"], "unknown option '--jsn'"],
  ])("termwire %j exits with 64 and says what is wrong", async (args, words) => {
    const { status, stderr, stdout } = await runTermwire(args);
    expect(status).toBe(64);
    expect(stderr).toContain(words);
    expect(stdout).toBe("");
  });

  it("tells its usage and its version", async () => {
    expect((await runTermwire(["--help"])).stdout).toContain("Usage: termwire");
    const help = await runTermwire(["run", "--help"]);
    expect(help.status).toBe(0);
    expect(help.stdout).toContain("Exit status");
    expect((await runTermwire(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
