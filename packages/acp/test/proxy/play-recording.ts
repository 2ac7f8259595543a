import { terminalHost } from "@termwire/acp/client";
import { startProxy, type ProxyChange } from "@termwire/acp/proxy";
import type { RecordedMessage } from "../recordings/replay-recording.ts";
import { createMemoryPeer, parse, toFields, type Fields, type MemoryPeer } from "./memory-peer.ts";
import { createRecordedRunner } from "./recorded-runner.ts";

/** The params of `initialize` by which a client says what it shows. */
export const CLIENT_VARIANTS: Readonly<Record<string, Fields>> = {
  a: toV1({ _meta: { terminal_output: true } }),
  b: toV1({ terminal: true }),
  c: toV1({}),
  d: toV1({ _meta: { terminal_output_delta: true } }),
  ab: toV1({ terminal: true, _meta: { terminal_output: true } }),
  v2: { protocolVersion: 2, info: { name: "player", version: "1" }, capabilities: {} },
};

function toV1(clientCapabilities: Fields): Fields {
  return { protocolVersion: 1, clientCapabilities };
}

/** A recording as a client behind the proxy saw it. */
export interface PlayedRecording {
  /** Everything between client and proxy, in order. */
  readonly traffic: readonly RecordedMessage[];
  readonly changes: readonly ProxyChange[];
}

/** How a recording is played. */
export interface PlayOptions {
  /** How the client introduces itself; null for the recording's way. */
  readonly introduction: Fields | null;
  readonly passTerminals?: boolean;
}

/**
 * Plays a recording through a proxy: the agent says what it said in the recording as soon as the client has said what
 * came before; the client says what it said once it has got what came before.
 */
export async function playRecording(
  messages: readonly RecordedMessage[],
  { introduction, passTerminals = false }: PlayOptions,
): Promise<PlayedRecording> {
  const client = createMemoryPeer();
  const agent = createMemoryPeer();
  const changes: ProxyChange[] = [];
  const traffic: RecordedMessage[] = [];
  const proxy = startProxy({
    client: client.peer,
    agent: agent.peer,
    passTerminals,
    explain: (change) => changes.push(change),
    createHost: ({ onEvent }) => {
      const runner = createRecordedRunner(messages);
      return terminalHost({ runner, isExecutable: async () => false, onEvent }).connect();
    },
  });
  const played = new Play({ client, agent, traffic, introduction, passTerminals });
  const spoken = introduction?.["protocolVersion"] === 2 ? withoutModes(messages) : messages;
  for (const [index, message] of spoken.entries()) await played.step(message, index);
  await played.settle();
  agent.leave();
  await proxy.ended;
  played.collect();
  await proxy.dispose();
  return { traffic, changes };
}

/** A client of version 2 does not speak of modes. */
function withoutModes(messages: readonly RecordedMessage[]): readonly RecordedMessage[] {
  const requests = messages.filter(({ msg }) => toFields(msg)["method"] === "session/set_mode");
  const ids = new Set(requests.map(({ msg }) => toFields(msg)["id"]));
  return messages.filter(({ dir, msg }) => {
    const { id, method } = toFields(msg);
    const isAnswer = dir === "a2c" && method === undefined && ids.has(id);
    return method !== "session/set_mode" && !isAnswer;
  });
}

interface PlayParts {
  readonly client: MemoryPeer;
  readonly agent: MemoryPeer;
  readonly traffic: RecordedMessage[];
  readonly introduction: Fields | null;
  readonly passTerminals: boolean;
}

class Play {
  readonly #parts: PlayParts;
  /** Names of the recording's client-owned terminals, as the proxy gave them. */
  readonly #terminals = new Map<string, string>();
  readonly #agentRequests = new Map<unknown, Fields>();
  readonly #answered = new Set<unknown>();
  #collected = 0;
  #settled = 0;

  constructor(parts: PlayParts) {
    this.#parts = parts;
  }

  step({ dir, msg }: RecordedMessage, index: number): Promise<void> {
    const message = toFields(msg);
    return dir === "a2c" ? this.#agentSays(message) : this.#clientSays(message, index);
  }

  /** Moves what the client got to the traffic. */
  collect(): void {
    const { lines } = this.#parts.client;
    for (; this.#collected < lines.length; this.#collected++) {
      const msg = parse(lines[this.#collected] ?? "");
      this.#parts.traffic.push({ t: 0, dir: "a2c", msg });
    }
  }

  /** Resolves when the proxy has taken everything the agent said. */
  async settle(): Promise<void> {
    const method = `_test/settled/${this.#settled++}`;
    this.#parts.agent.send({ jsonrpc: "2.0", method });
    await this.#parts.client.wait((message) => message["method"] === method);
    this.collect();
  }

  async #agentSays(message: Fields): Promise<void> {
    const { id, method } = message;
    if (method !== undefined && id !== undefined) this.#agentRequests.set(id, message);
    let text = JSON.stringify(message);
    for (const [recorded, ours] of this.#terminals) {
      text = text.replaceAll(JSON.stringify(recorded), JSON.stringify(ours));
    }
    this.#parts.agent.say(text);
  }

  async #clientSays(message: Fields, index: number): Promise<void> {
    if (message["method"] === undefined) await this.#clientAnswers(message);
    else {
      if (index > 0) await this.settle();
      this.#clientSends(this.#introduced(message));
      const { id, method } = message;
      await this.#parts.agent.wait((got) => got["method"] === method && got["id"] === id);
    }
  }

  /** Requests for terminals the proxy may answer by itself. */
  async #clientAnswers({ id, ...answer }: Fields): Promise<void> {
    const { agent, client, passTerminals } = this.#parts;
    const { method } = this.#agentRequests.get(id) ?? {};
    this.#agentRequests.delete(id);
    if (passTerminals || !String(method).startsWith("terminal/")) {
      const got = await client.wait(
        (message) =>
          message["method"] === method &&
          message["id"] !== undefined &&
          !this.#answered.has(message["id"]),
      );
      this.#answered.add(got["id"]);
      this.collect();
      this.#clientSends({ ...answer, id: got["id"] });
    }
    const { result } = await agent.wait(
      (message) => message["method"] === undefined && message["id"] === id,
    );
    const recorded = toFields(answer["result"])["terminalId"];
    const ours = toFields(result)["terminalId"];
    if (typeof recorded === "string" && typeof ours === "string") {
      this.#terminals.set(recorded, ours);
    }
  }

  #clientSends(message: Fields): void {
    this.#parts.traffic.push({ t: 0, dir: "c2a", msg: message });
    this.#parts.client.send(message);
  }

  #introduced(message: Fields): Fields {
    const { introduction } = this.#parts;
    if (message["method"] !== "initialize" || introduction === null) return message;
    return { ...message, params: introduction };
  }
}
