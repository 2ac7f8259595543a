import type { SessionUpdate as V1Update } from "@agentclientprotocol/sdk";
import type { SessionUpdate } from "@agentclientprotocol/sdk/experimental/v2";
import type { CallEnd, TerminalCall, TerminalEncoder } from "../terminal-encoder.ts";
import { createTextEncoder } from "../text/encode.ts";

/** Speaks a command that only reads or searches as text (ACP v2): there is a call of its kind and no terminal. */
export function createV2LookEncoder(call: TerminalCall): TerminalEncoder<SessionUpdate> {
  const text = createTextEncoder(call);
  return {
    intervalMs: text.intervalMs,
    outlivesCall: text.outlivesCall,
    announce: (status) => toV2(text.announce(status), { cancel: {} }),
    encodeStart: () => [],
    encodeNews: () => [],
    encodeAgain: (status) => [toV2(text.announce(status), { cancel: {} })],
    encodeOutput: async (slice, log) => toAllV2(await text.encodeOutput(slice, log)),
    heldBackMs: () => text.heldBackMs(),
    encodeDetach: async (words, log) => toAllV2(await text.encodeDetach(words, log)),
    encodeEnd: async (end, log) => withCause(end, toAllV2(await text.encodeEnd(end, log), null)),
    encodeReplay: async (replayed) =>
      withCause(replayed.end, toAllV2(await text.encodeReplay(replayed), null)),
  };
}

/** Calls of this version have a status of their own for having been cancelled. */
function withCause(end: CallEnd, updates: SessionUpdate[]): SessionUpdate[] {
  const cause = end.kind === "terminal" ? end.end.cause : end.cause;
  if (cause !== "cancelled") return updates;
  return updates.map((update) =>
    "status" in update && update.status === "failed" ? { ...update, status: "cancelled" } : update,
  );
}

type Capabilities = { cancel: Record<string, never> } | null;

function toAllV2(updates: readonly V1Update[], capabilities?: Capabilities): SessionUpdate[] {
  return updates.map((update) => toV2(update, capabilities));
}

function toV2(update: V1Update, capabilities?: Capabilities): SessionUpdate {
  const { sessionUpdate: _, ...fields } = update;
  const v2 = {
    ...fields,
    sessionUpdate: "tool_call_update",
    ...(capabilities !== undefined && { capabilities }),
  };
  return v2 as SessionUpdate; // text, kinds, statuses and raw values are the same in both versions
}
