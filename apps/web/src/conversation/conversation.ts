import type { ContentPart } from "./content-part.ts";
import type { PlanStep } from "./plan-step.ts";
import type { ToolCall } from "./tool-call.ts";

/** One thing in a conversation, in the place where it began. `key` names it within its conversation, for good. */
export type Entry = { readonly key: number } & (
  | {
      readonly kind: "message";
      readonly speaker: Speaker;
      readonly messageId: string | null;
      readonly parts: readonly ContentPart[];
    }
  | { readonly kind: "call"; readonly call: ToolCall }
  | { readonly kind: "plan"; readonly steps: readonly PlanStep[] }
  /** A turn that did not simply end. */
  | { readonly kind: "stop"; readonly stop: TurnStop }
);

/** Whose words they are; a thought is the agent's, to itself. */
export type Speaker = "user" | "agent" | "thought";

/** Why a turn ended: ACP's stop reason, or the words of what went wrong. */
export interface TurnStop {
  readonly reason: string;
  readonly error: string | null;
}

/** Everything that was said and done in a session, as plain data that is never changed, only replaced. */
export interface Conversation {
  readonly entries: readonly Entry[];
  readonly nextKey: number;
  /** Prompts that are being worked on, by their ids. */
  readonly prompts: readonly string[];
  /** What is left of a prompt that the agent may repeat; it is shown once. */
  readonly echo: string;
}

/** A conversation in which nothing was said. */
export const EMPTY_CONVERSATION: Conversation = {
  entries: [],
  nextKey: 0,
  prompts: [],
  echo: "",
};

/** True while the agent is at work. */
export function isWorking({ prompts }: Conversation): boolean {
  return prompts.length > 0;
}
