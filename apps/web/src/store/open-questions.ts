import { toFields } from "../wire/read-fields.ts";
import type { RpcId } from "../wire/rpc-peer.ts";

/** What is answered to `session/request_permission`. */
export type PermissionOutcome =
  | { readonly outcome: "selected"; readonly optionId: string }
  | { readonly outcome: "cancelled" };

/** Requests of the agent that wait for a person, of one connection. */
export class OpenQuestions {
  readonly #open = new Map<RpcId, (answer: { readonly outcome: PermissionOutcome }) => void>();

  /** Resolves with the answer; never when somebody else gives it. */
  ask(requestId: RpcId): Promise<{ readonly outcome: PermissionOutcome }> {
    return new Promise((resolve) => {
      this.#open.set(requestId, resolve);
    });
  }

  /** Answers, once; false where nobody waits any more. */
  answer(requestId: RpcId, outcome: PermissionOutcome): boolean {
    const resolve = this.#open.get(requestId);
    resolve?.({ outcome });
    return this.#open.delete(requestId);
  }

  /** Somebody else answered, or the agent took its question back: `$/cancel_request`. */
  forget(params: unknown): RpcId | null {
    const { requestId } = toFields(params);
    if (typeof requestId !== "string" && typeof requestId !== "number") return null;
    return this.#open.delete(requestId) ? requestId : null;
  }
}
