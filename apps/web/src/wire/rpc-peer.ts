import { toFields } from "./read-fields.ts";
import { DisconnectedError, RpcError, toRpcError } from "./rpc-error.ts";

/** What a peer does with what comes. */
export interface RpcPeerOptions {
  /** Sends one message. */
  readonly send: (message: object) => void;
  readonly onNotification: (method: string, params: unknown) => void;
  /** Answers a request of the other side; throws {@link RpcError} to refuse it. */
  readonly onRequest: (method: string, params: unknown, id: RpcId) => Promise<unknown>;
}

/** Names one request of one side. */
export type RpcId = string | number;

/** One side of a JSON-RPC 2.0 connection. */
export interface RpcPeer {
  /** Takes one message of the other side. */
  receive(message: unknown): void;
  /** Resolves with the result. @throws RpcError for a refusal, DisconnectedError when the connection ends first. */
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
  /** Rejects what waits for an answer. Nothing is sent afterwards. */
  close(): void;
}

/** Creates a peer that has sent nothing yet. */
export function createRpcPeer(options: RpcPeerOptions): RpcPeer {
  return new Peer(options);
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const NO_SUCH_METHOD = -32_601;

class Peer implements RpcPeer {
  readonly #options: RpcPeerOptions;
  readonly #waiting = new Map<unknown, Waiting>();
  #nextId = 1;
  #closed = false;

  constructor(options: RpcPeerOptions) {
    this.#options = options;
  }

  receive(message: unknown): void {
    const { id, method, params, result, error } = toFields(message);
    if (typeof method !== "string") this.#settle(id, result, error);
    else if (isRpcId(id)) void this.#answer(id, method, params);
    else this.#options.onNotification(method, params);
  }

  request(method: string, params: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new DisconnectedError());
        return;
      }
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  close(): void {
    this.#closed = true;
    for (const { reject } of this.#waiting.values()) {
      reject(new DisconnectedError());
    }
    this.#waiting.clear();
  }

  #settle(id: unknown, result: unknown, error: unknown): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(toRpcError(error));
  }

  async #answer(id: RpcId, method: string, params: unknown): Promise<void> {
    try {
      const result = await this.#options.onRequest(method, params, id);
      this.#send({ id, result: result ?? null });
    } catch (error) {
      const refusal =
        error instanceof RpcError ? error : new RpcError(NO_SUCH_METHOD, "not answered");
      this.#send({ id, error: { code: refusal.code, message: refusal.message } });
    }
  }

  #send(message: object): void {
    if (!this.#closed) this.#options.send({ jsonrpc: "2.0", ...message });
  }
}

function isRpcId(id: unknown): id is RpcId {
  return typeof id === "string" || typeof id === "number";
}

/** The refusal of a method nobody knows. */
export function refuseMethod(method: string): RpcError {
  return new RpcError(NO_SUCH_METHOD, `no such method: ${method}`);
}
