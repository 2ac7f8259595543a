import { setTimeout as sleep } from "node:timers/promises";
import type { AgentChild } from "./agent-child.ts";

/** How long an agent may take to leave after its client did. */
const LEAVE_MS = 5_000;
/** Between the end of an agent's output and the end of the agent. */
const END_MS = 1_000;

/** Lets the agent end by itself, then ends its group. Resolves with its exit status when nothing of it is left. */
export async function leaveAgent(agent: AgentChild): Promise<number> {
  agent.stdin.end();
  await within(agent.ended, LEAVE_MS);
  await agent.endGroup();
  return agent.ended;
}

/** Words for the end of an agent whose output has ended. Resolves soon, whether it has ended itself or not. */
export async function describeEnd(agent: AgentChild): Promise<string> {
  return (await within(agent.endWords, END_MS)) ?? "it closed its output and runs on";
}

/** Null when it has not settled by then. */
async function within<Value>(work: Promise<Value>, boundMs: number): Promise<Value | null> {
  const timer = new AbortController();
  const patience = sleep(boundMs, null, { signal: timer.signal }).catch(() => null);
  const value = await Promise.race([work, patience]);
  timer.abort();
  return value;
}
