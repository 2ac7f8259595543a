import { createPendingRequests } from "../client/pending-requests.ts";
import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toInteger, toText } from "../dialects/terminal-end.ts";
import type { ConnectionFacts, SeenMessage } from "./seen-message.ts";

interface Asked {
  readonly method: string;
  readonly params: UpdateFields;
}

/** Follows the messages of one connection, so that each is seen with what it belongs to. */
export class FollowedConnection implements ConnectionFacts {
  version = 0;
  capabilities: UpdateFields = {};
  readonly sessions: Set<string> = new Set();
  isWhole = false;
  readonly #asked = {
    a2c: createPendingRequests<Asked>(),
    c2a: createPendingRequests<Asked>(),
  } as const;

  /** Takes one JSON-RPC message. */
  see(direction: SeenMessage["direction"], message: unknown): SeenMessage {
    const fields = toFields(message);
    const seen =
      typeof fields["method"] === "string"
        ? this.#seeRequest(direction, fields["method"], fields)
        : this.#seeAnswer(direction, fields);
    this.#learn(seen);
    return seen;
  }

  #seeRequest(
    direction: SeenMessage["direction"],
    method: string,
    fields: UpdateFields,
  ): SeenMessage {
    const params = toFields(fields["params"]);
    this.#asked[direction].add(fields["id"], { method, params });
    return {
      direction,
      method,
      isAnswer: false,
      id: fields["id"],
      params,
      result: null,
      error: {},
      sessionId: toText(params["sessionId"]) ?? "",
      update: toFields(params["update"]),
    };
  }

  #seeAnswer(direction: SeenMessage["direction"], fields: UpdateFields): SeenMessage {
    const asker = direction === "a2c" ? "c2a" : "a2c";
    const asked = this.#asked[asker].take(fields["id"]) ?? { method: "", params: {} };
    return {
      direction,
      ...asked,
      isAnswer: true,
      id: fields["id"],
      result: fields["error"] === undefined ? toFields(fields["result"]) : null,
      error: toFields(fields["error"]),
      sessionId: toText(asked.params["sessionId"]) ?? "",
      update: {},
    };
  }

  #learn(seen: SeenMessage): void {
    if (seen.method === "initialize") this.#introduce(seen);
    if (!OPENS.has(seen.method)) return;
    const opened = toText(seen.result?.["sessionId"]);
    if (opened !== null) this.sessions.add(opened);
    // A session that is loaded replays before the answer.
    if (seen.sessionId !== "") this.sessions.add(seen.sessionId);
  }

  #introduce({ isAnswer, params, result }: SeenMessage): void {
    if (!isAnswer) {
      this.isWhole = true;
      this.capabilities = toFields(params["clientCapabilities"]);
    } else if (result !== null) this.version = toInteger(result["protocolVersion"]) ?? 1;
  }
}

const OPENS: ReadonlySet<string> = new Set([
  "session/new",
  "session/load",
  "session/resume",
  "session/fork",
]);
