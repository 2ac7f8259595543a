import type { TerminalEvent } from "@termwire/terminal";
import type { HostConnection } from "../client/host/terminal-host.ts";
import type { TerminalPolicy } from "../client/host/terminal-policy.ts";
import { AgentSide } from "./agent-side.ts";
import { ClientSide } from "./client-side.ts";
import type { Explain } from "./explain.ts";
import { readLines, type LinePeer } from "./lines/line-transport.ts";
import type { WireLine } from "./lines/wire-line.ts";
import { createProxyState } from "./proxy-state.ts";

/** What a host of the proxy is made with. */
export interface ProxyHostParts {
  /** Takes everything that happens to its terminals. */
  readonly onEvent: (sessionId: string, event: TerminalEvent) => void;
  /** Asks the client's person. */
  readonly ask: TerminalPolicy;
}

/** Options of {@link startProxy}. */
export interface ProxyOptions {
  readonly client: LinePeer;
  readonly agent: LinePeer;
  /** Makes the host that runs commands for the agent (`terminal/*`); null when nobody does. The proxy disposes of it. */
  readonly createHost: ((parts: ProxyHostParts) => HostConnection) | null;
  /** Leaves `terminal/*` to the client when it offers to serve it. Absent: false. */
  readonly passTerminals?: boolean;
  /** Called with everything that is told differently from what the agent said. */
  readonly explain?: Explain;
  /** The longest message that is taken; a longer one ends the connection. Absent: 256 MiB. */
  readonly maxLineBytes?: number;
  /** Words for the end of the agent, such as its exit status; asked for when its output has ended. */
  readonly describeEnd?: () => Promise<string>;
}

/** What ended a proxy. */
export interface ProxyEnd {
  readonly gone: "client" | "agent";
  /** Words for it. */
  readonly reason: string;
}

/** A running proxy. */
export interface Proxy {
  /**
   * Resolves when one of the two is gone, and everything that could still be said to the other was said: requests of
   * the client that the agent left open are answered with an error. Never rejects.
   */
  readonly ended: Promise<ProxyEnd>;
  /** Lets go of both, and ends what runs for the agent; resolves when nothing is left. */
  dispose(): Promise<void>;
}

/**
 * Stands between a client and its agent, both on lines of JSON-RPC. The agent is offered every way to show a terminal;
 * what it shows is decoded and told in the client's own way. Everything else passes as it is, in order, byte for byte
 * but for the ids of the agent's requests.
 */
export function startProxy(options: ProxyOptions): Proxy {
  const state = createProxyState(options);
  const agent = new AgentSide(state);
  const client = new ClientSide(state, (line) => agent.say(line));
  const { maxLineBytes } = options;
  const isOver = (): boolean => state.isOver;
  const fromClient = pump(
    readLines(options.client.input, maxLineBytes),
    (line) => client.take(line),
    isOver,
  );
  const fromAgent = pump(
    readLines(options.agent.input, maxLineBytes),
    (line) => agent.pass(line) ?? agent.take(line),
    isOver,
  );
  const ended = Promise.race([
    fromClient.then((broken): ProxyEnd => {
      // Nobody is there to be told anything more.
      state.isOver = true;
      return { gone: "client", reason: broken ?? "its input ended" };
    }),
    fromAgent.then(async (broken): Promise<ProxyEnd> => {
      const reason = broken ?? (await describe(options.describeEnd));
      await agent.close(reason);
      return { gone: "agent", reason };
    }),
  ]);
  return { ended, dispose: () => state.dispose() };
}

/** Takes one line after the other until the peer is gone; gives what is wrong with it, if anything. */
async function pump(
  input: AsyncIterable<readonly WireLine[]>,
  take: (line: WireLine) => Promise<void>,
  isOver: () => boolean,
): Promise<string | null> {
  try {
    for await (const lines of input) {
      if (isOver()) break;
      for (const line of lines) await take(line);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function describe(describeEnd: (() => Promise<string>) | undefined): Promise<string> {
  const words = await describeEnd?.().catch(() => "");
  return words === undefined || words === "" ? "its output ended" : words;
}
