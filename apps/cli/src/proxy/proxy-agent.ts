import { describeChange, startProxy, type ProxyHostParts } from "@termwire/acp/proxy";
import { toVisibleText } from "@termwire/terminal";
import { startAgentChild } from "../agent-process/agent-child.ts";
import { describeEnd, leaveAgent } from "../agent-process/leave-agent.ts";
import { createLazyHost } from "./create-lazy-host.ts";
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

const PASSED_ON: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Stands between a client on our stdin and stdout and the agent it starts. Resolves with the agent's exit status when
 * nothing of its group, and nothing that was run for it, is left.
 */
export async function proxyAgent(options: ProxyAgentOptions): Promise<number> {
  const agent = startAgentChild(options.command);
  for (const signal of PASSED_ON) process.on(signal, () => agent.signal(signal));
  // Whoever reads us is gone: so is the agent's client.
  process.stdout.on("error", () => process.stdin.destroy());
  const client = createStdioPeer(process.stdin, process.stdout);
  const proxy = startProxy({
    client,
    agent: createStdioPeer(agent.stdout, agent.stdin, client),
    createHost: options.terminals ? (parts) => createHost(options, parts) : null,
    passTerminals: options.passTerminals,
    describeEnd: () => describeEnd(agent),
    ...(options.explain && {
      explain: (change) => say(describeChange(change)),
    }),
  });
  const { gone, reason } = await proxy.ended;
  if (gone === "agent") say(`the agent is gone: ${reason}`);
  const status = await leaveAgent(agent);
  await proxy.dispose();
  process.stdin.destroy();
  return status;
}

function createHost({ permission }: ProxyAgentOptions, { onEvent, ask }: ProxyHostParts) {
  const deny = { allow: false, reason: "the proxy was started with --permission deny" } as const;
  return createLazyHost(async () => {
    const { terminalHost } = await import("@termwire/acp/client");
    const { createLocalRunner, isExecutable } = await import("@termwire/process");
    return terminalHost({
      runner: createLocalRunner(),
      isExecutable,
      onEvent,
      policy: (request, signal) => {
        if (permission === "ask") return ask(request, signal);
        return permission === "deny" ? deny : { allow: true };
      },
    }).connect();
  });
}

function say(what: string): void {
  process.stderr.write(`termwire proxy: ${toVisibleText(what)}\n`);
}
