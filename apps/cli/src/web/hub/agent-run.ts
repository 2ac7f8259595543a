import { setTimeout as sleep } from "node:timers/promises";
import { claimCapabilities } from "@termwire/acp/client";
import type { AgentChoice } from "../agents/agent-choice.ts";
import { startAgentLink, type AgentEnd, type AgentLink } from "../agents/start-agent-link.ts";
import {
  parseMessage,
  toFailure,
  toFields,
  toNotification,
  toRequest,
  WIRE_ERROR,
  type Fields,
} from "./message.ts";
import type { WireText } from "./tab.ts";

/** The version of ACP that the page speaks. */
const PROTOCOL_VERSION = 1;

/** Between an agent's last answer and its end. */
const END_MS = 500;

/** Some prompts with pictures in them. */
const MAX_WAITING_BYTES = 128 * 1024 * 1024;

const DECODER = new TextDecoder();

/** What {@link AgentRun} needs. */
export interface AgentRunOptions {
  readonly choice: AgentChoice;
  readonly cwd: string;
  readonly clientInfo: Fields;
  /** Takes what is no answer; the next message waits for it. */
  readonly onMessage: (message: Fields, text: WireText) => Promise<void>;
  /** The agent ended by itself; everything that was asked of it is answered. */
  readonly onEnd: (end: AgentEnd) => void;
}

/** What an agent says of itself, or why it does not. */
export type Introduction = { readonly result: Fields } | { readonly error: Fields };

/** Takes the members of an answer: `result` or `error`. */
export type TakeAnswer = (answer: Fields) => void;

/** One life of an agent: its process, its introduction, and what waits for its answers. */
export class AgentRun {
  /** Its answer to `initialize`. Never rejects. */
  readonly introduction: Promise<Introduction>;
  readonly #link: AgentLink;
  readonly #waiting = new Map<number, TakeAnswer>();
  readonly #options: AgentRunOptions;
  #state: "starting" | "running" | "ended" = "starting";
  #end: AgentEnd | null = null;
  #canLoad = false;
  #canResume = false;
  #nextId = 0;
  #isStopped = false;

  constructor(options: AgentRunOptions) {
    this.#options = options;
    const { choice, cwd } = options;
    this.#link = startAgentLink({ choice, cwd, onMessage: (line) => this.#take(line) });
    this.introduction = this.#introduce();
    void this.#link.ended.then((end) => this.#ended(end));
  }

  get state(): "starting" | "running" | "ended" {
    return this.#state;
  }

  /** It runs, and can open sessions that it has kept. */
  get canLoad(): boolean {
    return this.#state === "running" && this.#canLoad;
  }

  /** It runs, and can go on with sessions that it has kept, without telling them. */
  get canResume(): boolean {
    return this.#state === "running" && this.#canResume;
  }

  /** How it ended; null while it has not. */
  get end(): AgentEnd | null {
    return this.#end;
  }

  /** Asks the agent. `take` is called once, whatever becomes of the agent. Gives the id of the request. */
  request(method: string, params: unknown, take: TakeAnswer): number {
    const id = this.#nextId++;
    this.#waiting.set(id, take);
    if (this.#end === null) this.#link.send(toRequest(id, method, params));
    else this.#settle(id, this.#toRefusal());
    return id;
  }

  notify(method: string, params: unknown): void {
    this.#link.send(toNotification(method, toFields(params)));
  }

  /** Sends a message as it is. */
  send(text: string): void {
    this.#link.send(text);
  }

  /** It has not taken what it was asked for so long that nothing more is asked of it. */
  get isStuck(): boolean {
    return this.#link.waitingBytes > MAX_WAITING_BYTES;
  }

  /** Ends the agent; resolves when nothing of it is left. Twice is fine. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#link.stop();
  }

  #introduce(): Promise<Introduction> {
    const params = {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: this.#options.clientInfo,
      clientCapabilities: claimCapabilities("meta"),
    };
    return new Promise((resolve) => {
      this.request("initialize", params, ({ result, error }) => {
        if (error === undefined) resolve(this.#read(toFields(result)));
        else void this.#explain(toFields(error)).then((known) => resolve({ error: known }));
      });
    });
  }

  #read(result: Fields): Introduction {
    const { protocolVersion, agentCapabilities } = result;
    if (protocolVersion !== PROTOCOL_VERSION) {
      const message = `the page speaks version ${PROTOCOL_VERSION} of ACP, the agent ${String(protocolVersion)}`;
      return toFailure(WIRE_ERROR.internal, message);
    }
    const { loadSession, sessionCapabilities } = toFields(agentCapabilities);
    this.#canLoad = loadSession === true;
    this.#canResume = isOffered(toFields(sessionCapabilities)["resume"]);
    this.#state = "running";
    return { result };
  }

  /** An error that comes with the end of the agent is told with what there is to know of it. */
  async #explain(error: Fields): Promise<Fields> {
    const timer = new AbortController();
    const patience = sleep(END_MS, null, { signal: timer.signal }).catch(() => null);
    const end = await Promise.race([this.#link.ended, patience]);
    timer.abort();
    return end === null ? error : { ...error, data: { ...end } };
  }

  #take(line: WireText): Promise<void> {
    const message = parseMessage(typeof line === "string" ? line : DECODER.decode(line));
    if (message === null) return Promise.resolve();
    if (typeof message["method"] === "string") return this.#options.onMessage(message, line);
    this.#settle(message["id"], message);
    return Promise.resolve();
  }

  #settle(id: unknown, answer: Fields): void {
    if (typeof id !== "number") return;
    const take = this.#waiting.get(id);
    this.#waiting.delete(id);
    take?.(answer);
  }

  #ended(end: AgentEnd): void {
    this.#end = end;
    this.#state = "ended";
    for (const id of this.#waiting.keys()) this.#settle(id, this.#toRefusal());
    if (!this.#isStopped) this.#options.onEnd(end);
    void this.#link.stop();
  }

  #toRefusal(): Fields {
    const { reason, stderrTail } = this.#end ?? { reason: "stopped", stderrTail: "" };
    return toFailure(WIRE_ERROR.internal, `the agent is gone: ${reason}`, { reason, stderrTail });
  }
}

/** A capability is an object; absent and null are none. */
function isOffered(capability: unknown): boolean {
  return typeof capability === "object" && capability !== null;
}
