import type { AskedCall } from "./bridge/session-bridge.ts";
import type { PermissionAnswer, PermissionChoice } from "./permission-question.ts";

/** How a request to the client is taken back. */
export interface TakeBack {
  readonly cancellationSignal: AbortSignal;
  readonly stopWaitingOnCancel: true;
}

/** A choice as both versions of the protocol offer it. */
export interface OfferedOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: PermissionChoice["kind"];
}

/**
 * Asks the person by `request`, `session/request_permission` in one of its versions. Only a choice that was offered is
 * one; a request that fails, is cancelled or outlives its turn is `cancelled`.
 *
 * @param closed aborts with the connection.
 */
export async function requestChoice(
  { question, signal }: AskedCall,
  closed: AbortSignal,
  request: (
    options: OfferedOption[],
    takeBack: TakeBack,
  ) => Promise<{ readonly outcome: { readonly outcome: string; readonly optionId?: unknown } }>,
): Promise<PermissionAnswer> {
  const { choices } = question;
  const options = choices.map(({ id, name, kind }) => ({ optionId: id, name, kind }));
  const cancellationSignal = AbortSignal.any([signal, closed]);
  try {
    const { outcome } = await request(options, { cancellationSignal, stopWaitingOnCancel: true });
    const chosen = choices.find(({ id }) => id === outcome.optionId);
    const isChoice = outcome.outcome === "selected" && chosen !== undefined;
    return isChoice ? { kind: "chosen", choiceId: chosen.id } : { kind: "cancelled" };
  } catch {
    return { kind: "cancelled" };
  }
}
