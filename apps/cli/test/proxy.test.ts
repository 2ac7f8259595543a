import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { createSleepMarker, findProcesses, untilGone, untilRunning } from "./support/processes.ts";
import {
  dialectArgs,
  parseEvents,
  runTermwire,
  startTermwire,
  TERMWIRE_BIN,
  toOutput,
} from "./support/run-termwire.ts";

const TERMWIRE = `'${process.execPath}' '${TERMWIRE_BIN}'`;
const COMMAND = "printf 'a\\nb'; printf '\\033[31mé\\033[0m```\\n' >&2; exit 3";

function shown(stdout: string) {
  const events = parseEvents(stdout);
  const facts = (event: string, ...keys: string[]) =>
    events.filter((entry) => entry.event === event).map((entry) => keys.map((key) => entry[key]));
  return {
    terminals: facts("terminal", "command", "cwd", "dialect"),
    output: toOutput(events).toString(),
    exits: facts("exit", "exitCode", "signal", "cause"),
  };
}

describe("termwire proxy", () => {
  it.each(["zed", "delta", "text", "v2"])(
    "shows a client that claims %s what it would see without",
    async (claim) => {
      const args = ["run", "--json", "--as", claim, COMMAND];
      const agent = `${TERMWIRE} agent`;
      const direct = await runTermwire([...args, "--agent", agent]);
      const proxied = await runTermwire([...args, "--agent", `${TERMWIRE} proxy -- ${agent}`]);
      expect(shown(proxied.stdout)).toEqual(shown(direct.stdout));
      expect([proxied.status, proxied.stderr]).toEqual([direct.status, direct.stderr]);
    },
  );

  it("runs the commands of an agent that has its client run them, and shows them", async () => {
    const direct = await runTermwire(["run", "--json", ...dialectArgs("client"), COMMAND]);
    const agent = `${TERMWIRE} proxy -- ${TERMWIRE} agent --exec client`;
    const proxied = await runTermwire(["run", "--json", "--as", "meta", "--agent", agent, COMMAND]);
    const { terminals, ...rest } = shown(proxied.stdout);
    const { terminals: _, ...directly } = shown(direct.stdout);
    expect(rest).toEqual(directly);
    expect(terminals).toHaveLength(1);
    expect(proxied.status).toBe(direct.status);
  });

  it("leaves them to the client when told to", async () => {
    const agent = `${TERMWIRE} proxy --pass-terminals -- ${TERMWIRE} agent --exec client`;
    const { stdout } = await runTermwire([
      "run",
      "--json",
      "--as",
      "client",
      "--agent",
      agent,
      COMMAND,
    ]);
    expect(shown(stdout).terminals.flat()).toContain("client");
  });

  it("asks the client's person before it runs a command, when told to", async () => {
    const agent = `${TERMWIRE} proxy --permission ask -- ${TERMWIRE} agent --exec client`;
    const args = ["run", "--json", "--as", "meta", "--agent", agent];
    const denied = await runTermwire([...args, "--deny", "echo ran"]);
    expect(denied.stdout).not.toContain(Buffer.from("ran\n").toString("base64"));
    const allowed = await runTermwire([...args, "--yes", "echo ran"]);
    expect(shown(allowed.stdout).output).toBe("ran\n");
  });

  it("says what it changed, when told to", async () => {
    const agent = `${TERMWIRE} proxy --explain -- ${TERMWIRE} agent`;
    const { stderr } = await runTermwire(["run", "--as", "text", "--agent", agent, "echo x"]);
    expect(stderr).toMatch(/termwire proxy: capabilities: .*text/);
    expect(stderr).toMatch(/termwire proxy: retold: .*meta/);
  });

  it("cancels with the client, and leaves nothing running", async () => {
    const marker = createSleepMarker();
    const agent = `${TERMWIRE} proxy -- ${TERMWIRE} agent`;
    const run = startTermwire(["run", "--json", "--agent", agent, `sleep ${marker}`]);
    await untilRunning(marker);
    run.child.kill("SIGINT");
    const { stdout } = await run.result;
    expect(shown(stdout).exits.flat()).toContain("cancelled");
    await untilGone(marker);
  });

  it("ends the agent's group when its client goes", async () => {
    const marker = createSleepMarker();
    const script = `sleep ${marker} & cat > /dev/null; wait`;
    const proxy = startTermwire(["proxy", "--", "sh", "-c", script], { stdin: "pipe" });
    await untilRunning(marker);
    proxy.child.stdin?.end();
    await proxy.result;
    expect(findProcesses(marker)).toEqual([]);
  });

  it("answers what waits for an agent that dies, and says how it died", async () => {
    const proxy = startTermwire(["proxy", "--", "sh", "-c", "read line; exit 7"], {
      stdin: "pipe",
    });
    proxy.child.stdin?.write('{"jsonrpc":"2.0","id":"x","method":"initialize","params":{}}\n');
    const { status, stdout, stderr } = await proxy.result;
    expect(JSON.parse(stdout)).toMatchObject({
      id: "x",
      error: { message: "the agent is gone: exit status 7" },
    });
    expect([status, stderr]).toEqual([7, "termwire proxy: the agent is gone: exit status 7\n"]);
  });

  it("fails as an agent that cannot start does", async () => {
    const { status, stderr } = await runTermwire(["proxy", "--", "/nonexistent/agent"]);
    expect(status).toBe(127);
    expect(stderr).toContain("cannot start /nonexistent/agent");
  });

  it("ends when nobody reads it any more", async () => {
    const proxy = startTermwire(["proxy", "--", "sh", "-c", "yes"], { stdin: "pipe" });
    if (proxy.child.stdout === null) throw new Error("no pipe");
    await once(proxy.child.stdout, "data");
    proxy.child.stdout.destroy();
    const { status } = await proxy.result;
    expect(status).not.toBeNull();
  });
});
