import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createSleepMarker, untilGone, untilRunning } from "./support/processes.ts";
import {
  parseEvents,
  runTermwire,
  startTermwire,
  TERMWIRE_BIN,
  toOutput,
} from "./support/run-termwire.ts";

const TERMWIRE = `'${process.execPath}' '${TERMWIRE_BIN}'`;
const LIMIT = fileURLToPath(new URL("support/limit-version.mjs", import.meta.url));
const AGENT = `${TERMWIRE} agent`;

/** Behind the proxy, an agent that speaks nothing but this version. */
function proxied(version: 1 | 2, agent: string = AGENT): string {
  return `${TERMWIRE} proxy -- '${process.execPath}' '${LIMIT}' ${version} ${agent}`;
}

const COMMANDS = [
  "echo out; echo err >&2; printf '\\033[31mred\\033[0m\\r50%%\\r100%%\\né 😀\\n'; seq 1 20000; exit 3",
  "echo before; kill -9 $$",
  "no-such-program --at-all",
];

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

/** What a client sees of a command run by this agent. */
async function see(claim: string, command: string, agent: string) {
  const args = ["run", "--json", "--as", claim, command, "--agent", agent];
  const { stdout, stderr, status } = await runTermwire(args);
  return { ...shown(stdout), stderr, status };
}

describe("termwire proxy between two versions of the protocol", { timeout: 120_000 }, () => {
  it.each(COMMANDS)("shows a client of version 2 an agent of version 1: %s", async (command) => {
    const direct = await see("v2", command, AGENT);
    expect(await see("v2", command, proxied(1))).toEqual(direct);
  });

  it.each(COMMANDS)("shows a client of version 1 an agent of version 2: %s", async (command) => {
    const direct = await see("zed", command, AGENT);
    expect(await see("zed", command, proxied(2))).toEqual(direct);
  });

  it.each(["all", "meta", "delta", "text"])(
    "shows it to a client that claims %s",
    async (claim) => {
      const direct = await see(claim, "echo out; exit 3", AGENT);
      expect(await see(claim, "echo out; exit 3", proxied(2))).toEqual(direct);
    },
  );

  it("runs the commands of an agent of version 1 for a client of version 2", async () => {
    const agent = proxied(1, `${AGENT} --exec client`);
    const { stdout, status } = await runTermwire([
      "run",
      "--json",
      "--as",
      "v2",
      "--agent",
      agent,
      "echo out; exit 3",
    ]);
    const { terminals, output, exits } = shown(stdout);
    expect(terminals.flat()).toContain("v2");
    expect([output, exits, status]).toEqual(["out\n", [[3, null, "exit"]], 3]);
  });

  it.each([
    ["v2", 1],
    ["zed", 2],
  ] as const)("cancels for a client that claims %s, and leaves nothing", async (claim, version) => {
    const marker = createSleepMarker();
    const agent = proxied(version);
    const run = startTermwire([
      "run",
      "--json",
      "--as",
      claim,
      "--agent",
      agent,
      `sleep ${marker}`,
    ]);
    await untilRunning(marker);
    run.child.kill("SIGINT");
    const { stdout } = await run.result;
    expect(shown(stdout).exits.flat()).toContain("cancelled");
    await untilGone(marker);
  });
});
