import type { ModelMessage } from "../model.ts";
import { estimateMessage } from "./estimate-tokens.ts";

/** What a conversation has to fit into. */
export interface ContextLimits {
  /** How much the model reads and writes in one answer. */
  readonly windowTokens: number;
  /** What the system prompt and the tools take of it. */
  readonly fixedTokens: number;
}

/** A conversation that fits, and what it cost. */
export interface FittedContext {
  /** The same list when nothing had to go. */
  readonly messages: readonly ModelMessage[];
  /** Results of calls whose output the model no longer sees. */
  readonly prunedResults: number;
  /** Whole turns, the oldest, that it no longer sees. */
  readonly droppedTurns: number;
  /** False when what must stay is too much by itself; the provider will say so. */
  readonly fits: boolean;
}

/** Estimates err by some of it. */
const USABLE_SHARE = 0.9;

/** Kept free for the answer, but never more than a quarter. */
const ANSWER_TOKENS = 16_000;

/**
 * Room is made in steps of a part of the budget: what was left out stays left out for many requests, and the
 * conversation before it stays in the provider's cache.
 */
const STEPS = 4;

/**
 * Leaves out of a long conversation what a model needs least: the output of old calls first, then whole old turns.
 * What was left out is marked in its place. The last turn's words and its newest results always stay. Pure: the same
 * conversation is always cut the same way.
 */
export function fitContext(
  messages: readonly ModelMessage[],
  limits: ContextLimits,
): FittedContext {
  const budget = toBudget(limits);
  const pruned = pruneResults(messages, budget);
  const dropped = dropTurns(pruned.messages, budget);
  return {
    messages: dropped.messages,
    prunedResults: pruned.count,
    droppedTurns: dropped.count,
    fits: countTokens(dropped.messages) <= budget,
  };
}

/** What was left out, in a sentence for the person; null when nothing was. */
export function describeLeftOut({
  prunedResults,
  droppedTurns,
}: Pick<FittedContext, "prunedResults" | "droppedTurns">): string | null {
  const parts = [
    ...(prunedResults === 0 ? [] : [`the output of ${count(prunedResults, "earlier call")}`]),
    ...(droppedTurns === 0 ? [] : [count(droppedTurns, "earlier turn")]),
  ];
  if (parts.length === 0) return null;
  return `To stay within what the model can read, ${parts.join(" and ")} left its view.`;
}

function toBudget({ windowTokens, fixedTokens }: ContextLimits): number {
  const answer = Math.min(ANSWER_TOKENS, windowTokens / 4);
  return Math.max(0, Math.floor(windowTokens * USABLE_SHARE - answer - fixedTokens));
}

function countTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((total, message) => total + estimateMessage(message), 0);
}

/** How much is to go, in whole steps; 0 when all fits. */
function toExcess(messages: readonly ModelMessage[], budget: number): number {
  const excess = countTokens(messages) - budget;
  const step = Math.max(1, budget / STEPS);
  return excess <= 0 ? 0 : Math.ceil(excess / step) * step;
}

interface Cut {
  readonly messages: readonly ModelMessage[];
  readonly count: number;
}

function pruneResults(messages: readonly ModelMessage[], budget: number): Cut {
  let excess = toExcess(messages, budget);
  if (excess === 0) return { messages, count: 0 };
  const newest = messages.findLastIndex(({ role }) => role === "assistant");
  let pruned = 0;
  const kept = messages.map((message, index) => {
    if (excess <= 0 || message.role !== "tool" || index > newest) return message;
    const short = { ...message, text: renderPruned(message.text) };
    const saved = estimateMessage(message) - estimateMessage(short);
    if (saved <= 0) return message;
    excess -= saved;
    pruned += 1;
    return short;
  });
  return { messages: kept, count: pruned };
}

function renderPruned(text: string): string {
  return `[output left out to save room: ${text.length} characters; run the call again if it matters]`;
}

function dropTurns(messages: readonly ModelMessage[], budget: number): Cut {
  const excess = toExcess(messages, budget);
  if (excess === 0) return { messages, count: 0 };
  const starts = messages.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  let dropped = 0;
  let saved = 0;
  while (saved < excess && dropped < starts.length - 1) {
    dropped += 1;
    saved = countTokens(messages.slice(0, starts[dropped]));
  }
  if (dropped === 0) return { messages, count: 0 };
  const note = `[${count(dropped, "earlier turn")} of this conversation left out to save room]`;
  return {
    messages: [{ role: "notice", text: note }, ...messages.slice(starts[dropped])],
    count: dropped,
  };
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
