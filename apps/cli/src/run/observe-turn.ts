import { once } from "node:events";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { observeStream } from "@termwire/acp/client";
import { createTurnReader } from "../turn/read-turns.ts";
import type { TurnOptions } from "./take-turn.ts";

/** Sees the members of each `session/update`, in order. */
export type UpdateListener = (update: unknown) => void;

/**
 * The agent's stream with everything on it shown as it passes. Updates end here: nobody behind it needs them, but for
 * `onUpdate`.
 */
export function observeTurn(
  { stream, run }: TurnOptions,
  onUpdate: UpdateListener = () => undefined,
): Stream {
  const { terminals, printer } = run;
  const turns = createTurnReader({
    onWords: (text) => printer.message(text),
    // Told by whoever waits for it.
    onTurnEnd: () => undefined,
  });
  return observeStream(terminals.observe(stream), {
    onSend: () => undefined,
    async onReceive(message) {
      turns.receive(message);
      const passes = !isUpdate(message);
      if (!passes) onUpdate(toUpdate(message));
      // Somebody who reads slowly slows the agent down instead of filling this process.
      if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
      return passes;
    },
  });
}

/** A member of anything a peer may send. */
export function readMember(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key] // any object is a record of unknowns
    : undefined;
}

function isUpdate(message: AnyMessage): boolean {
  return "method" in message && message.method === "session/update";
}

function toUpdate(message: AnyMessage): unknown {
  return readMember(readMember(message, "params"), "update");
}
