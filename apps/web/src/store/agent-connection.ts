import { createTerminalControl, type TerminalControl } from "@termwire/acp/client";
import type { Setting } from "../settings/setting.ts";
import { toFields, toFieldsList, type Fields } from "../wire/read-fields.ts";
import { createRpcPeer, type RpcId, type RpcPeer } from "../wire/rpc-peer.ts";
import { parseSessionEntry, type SessionEntry } from "./session-entry.ts";
import { parseSignIns, type SignIn } from "./sign-in.ts";

/** What a connection is made of. */
export interface AgentConnectionOptions {
  readonly send: (message: object) => void;
  readonly onNotification: (method: string, params: Fields) => void;
  readonly onRequest: (method: string, params: Fields, id: RpcId) => Promise<unknown>;
}

/** A session that was made or opened. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly result: Fields;
}

/** More pages of sessions than anybody scrolls through. */
const MAX_PAGES = 20;

/** What this page says of itself: it shows terminals, and reads, writes and runs nothing for the agent. */
const INTRODUCTION = {
  protocolVersion: 1,
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    _meta: { terminal_output: true },
  },
  clientInfo: { name: "termwire-web", title: "Termwire", version: "0" },
};

/** One connection to an agent through the hub, from its first message to its end. Requests reject with RpcError. */
export class AgentConnection {
  readonly #peer: RpcPeer;
  #introduction: Fields = {};
  #control: TerminalControl | null = null;

  constructor({ send, onNotification, onRequest }: AgentConnectionOptions) {
    this.#peer = createRpcPeer({
      send,
      onNotification: (method, params) => onNotification(method, toFields(params)),
      onRequest: (method, params, id) => onRequest(method, toFields(params), id),
    });
  }

  /** Takes one message of the hub. */
  receive(message: unknown): void {
    this.#peer.receive(message);
  }

  close(): void {
    this.#peer.close();
  }

  /** Introduces both sides; everything but {@link request} comes after it. */
  async initialize(): Promise<void> {
    this.#introduction = toFields(await this.#peer.request("initialize", INTRODUCTION));
    this.#control = createTerminalControl({
      introduction: this.#introduction,
      request: (method, params) => this.#peer.request(method, params),
    });
  }

  /** What both sides said of themselves. */
  get introduction(): { readonly params: object; readonly result: Fields } {
    return { params: INTRODUCTION, result: this.#introduction };
  }

  /** The directory that is offered for new sessions. */
  get cwd(): string {
    const hub = toFields(toFields(toFields(this.#introduction["_meta"])["termwire"])["hub"]);
    return typeof hub["cwd"] === "string" ? hub["cwd"] : "/";
  }

  /** Which of the agent's session methods it offers. */
  get offers(): { readonly load: boolean; readonly list: boolean; readonly delete: boolean } {
    const { loadSession, sessionCapabilities } = toFields(this.#introduction["agentCapabilities"]);
    const has = (name: string): boolean => {
      const offered = toFields(sessionCapabilities)[name];
      return offered !== undefined && offered !== null;
    };
    return { load: loadSession === true, list: has("list"), delete: has("delete") };
  }

  /** The ways to sign in that the agent offers. */
  get signIns(): readonly SignIn[] {
    return parseSignIns(this.#introduction["authMethods"]);
  }

  /** Stops, types into and resizes single terminals; null before the introduction. */
  get control(): TerminalControl | null {
    return this.#control;
  }

  async request(method: string, params: object = {}): Promise<Fields> {
    return toFields(await this.#peer.request(method, params));
  }

  notify(method: string, params: object): void {
    this.#peer.notify(method, params);
  }

  async newSession(cwd: string): Promise<OpenedSession> {
    const result = await this.request("session/new", { cwd, mcpServers: [] });
    return { sessionId: String(result["sessionId"]), result };
  }

  async loadSession(sessionId: string, cwd: string): Promise<OpenedSession> {
    const result = await this.request("session/load", { sessionId, cwd, mcpServers: [] });
    return { sessionId, result };
  }

  /** Those the hub knows. */
  async knownSessions(): Promise<readonly SessionEntry[]> {
    return parseEntries(await this.request("_termwire/sessions"));
  }

  /** Those the agent keeps; none where it keeps none, or says so too late. */
  async listSessions(): Promise<readonly SessionEntry[]> {
    if (!this.offers.list) return [];
    const entries: SessionEntry[] = [];
    let cursor: unknown = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const result = await this.request(
        "session/list",
        typeof cursor === "string" ? { cursor } : {},
      );
      entries.push(...parseEntries(result));
      cursor = result["nextCursor"];
      if (typeof cursor !== "string") break;
    }
    return entries;
  }

  /** Changes a setting, by the request it is changed with; resolves with the answer. */
  changeSetting(sessionId: string, { via, id }: Setting, value: string): Promise<Fields> {
    switch (via) {
      case "mode":
        return this.request("session/set_mode", { sessionId, modeId: value });
      case "model":
        return this.request("session/set_model", { sessionId, modelId: value });
      case "option":
        return this.request("session/set_config_option", { sessionId, configId: id, value });
      case "toggle":
        return this.request("session/set_config_option", {
          sessionId,
          configId: id,
          type: "boolean",
          value: value === "true",
        });
    }
  }
}

function parseEntries(result: Fields): SessionEntry[] {
  return toFieldsList(result["sessions"])
    .map(parseSessionEntry)
    .filter((entry) => entry !== null);
}
