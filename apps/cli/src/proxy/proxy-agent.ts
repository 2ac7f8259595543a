import { setTimeout as sleep } from "node:timers/promises";
import { terminalHost } from "@termwire/acp/client";
import { describeChange, startProxy, type ProxyHostParts } from "@termwire/acp/proxy";
import { createLocalRunner, isExecutable } from "@termwire/process";
import { toVisibleText } from "@termwire/terminal";
import { startTappedAgent, type TappedAgent } from "../tap/tapped-agent.ts";
import { createStdioPeer } from "./stdio-peer.ts";

/** Everything `termwire proxy` was told. */
export interface ProxyAgentOptions {
  /** The agent's program and its arguments. */
  readonly command: readonly string[];
  readonly permission: "allow" | "ask" | "deny";
  /** Runs commands for the agent. */
  readonly terminals: boolean;
  readonly passTerminals: boolean;
  readonly explain: boolean;
}

/** How long an agent may take to leave after its client did. */
const LEAVE_MS = 5_000;
/** Between the end of an agent's output and the end of the agent. */
const END_MS = 1_000;

const PASSED_ON: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Stands between a client on our stdin and stdout and the agent it starts. Resolves with the agent's exit status when
 * nothing of its group, and nothing that was run for it, is left.
 */
export async function proxyAgent(options: ProxyAgentOptions): Promise<number> {
  const agent = startTappedAgent(options.command);
  for (const signal of PASSED_ON) process.on(signal, () => agent.signal(signal));
  // Whoever reads us is gone: so is the agent's client.
  process.stdout.on("error", () => process.stdin.destroy());
  const proxy = startProxy({
    client: createStdioPeer(process.stdin, process.stdout),
    agent: createStdioPeer(agent.stdout, agent.stdin),
    createHost: options.terminals ? (parts) => createHost(options, parts) : null,
    passTerminals: options.passTerminals,
    describeEnd: () => describeEnd(agent),
    ...(options.explain && {
      explain: (change) => say(describeChange(change)),
    }),
  });
  const { gone, reason } = await proxy.ended;
  if (gone === "agent") say(`the agent is gone: ${reason}`);
  const status = await leave(agent);
  await proxy.dispose();
  process.stdin.destroy();
  return status;
}

/** Lets the agent end by itself, then ends its group. */
async function leave(agent: TappedAgent): Promise<number> {
  agent.stdin.end();
  const timer = new AbortController();
  const patience = sleep(LEAVE_MS, null, { signal: timer.signal }).catch(() => null);
  await Promise.race([agent.ended, patience]);
  timer.abort();
  await agent.endGroup();
  return agent.ended;
}

async function describeEnd(agent: TappedAgent): Promise<string> {
  const timer = new AbortController();
  const patience = sleep(END_MS, null, { signal: timer.signal }).catch(() => null);
  const status = await Promise.race([agent.ended, patience]);
  timer.abort();
  return status === null ? "it closed its output and runs on" : `exit status ${status}`;
}

function createHost({ permission }: ProxyAgentOptions, { onEvent, ask }: ProxyHostParts) {
  const deny = { allow: false, reason: "the proxy was started with --permission deny" } as const;
  return terminalHost({
    runner: createLocalRunner(),
    isExecutable,
    onEvent,
    policy: (request, signal) => {
      if (permission === "ask") return ask(request, signal);
      return permission === "deny" ? deny : { allow: true };
    },
  }).connect();
}

function say(what: string): void {
  process.stderr.write(`termwire proxy: ${toVisibleText(what)}\n`);
}
