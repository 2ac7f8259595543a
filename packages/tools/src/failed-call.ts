import { isPlainObject } from "./plain-data.ts";
import type { ToolOutcome } from "./tool-definition.ts";

/** What the log keeps of a call that threw instead of giving a result. */
export interface FailedCall {
  readonly failedCall: { readonly message: string };
}

/** True for what {@link toFailedCall} made, also after it was stored and read again. */
export function isFailedCall(result: unknown): result is FailedCall {
  if (!isPlainObject(result) || Object.keys(result).length !== 1) return false;
  return isPlainObject(result.failedCall) && typeof result.failedCall.message === "string";
}

/** Keeps of anything thrown what a model and a person can use: one message. */
export function toFailedCall(error: unknown, signal: AbortSignal): FailedCall {
  const message = isAbort(error, signal) ? "The call was cancelled." : readMessage(error);
  return { failedCall: { message: message.replaceAll(CONTROL, "\uFFFD") } };
}

/** Its outcome: the message for the model, and verbatim on a card. */
export function presentFailedCall(result: FailedCall): ToolOutcome {
  const text = result.failedCall.message;
  return {
    result,
    text,
    view: { card: "generic", content: [{ text, fence: "text" }] },
    failed: true,
  };
}

/** Control characters but tab and line feed: some models refuse a conversation that holds one. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

function isAbort(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && error === signal.reason) return true;
  return error instanceof Error && error.name === "AbortError";
}

function readMessage(error: unknown): string {
  if (error instanceof Error) return error.message === "" ? error.name : error.message;
  return typeof error === "string" && error !== "" ? error : "The tool failed without saying why.";
}
