import { describe, expect, it } from "vitest";
import type { ToolCallBridge } from "@termwire/acp/agent";
import { createFollowUps } from "./follow-ups.ts";

const turn = { signal: new AbortController().signal, bridge: {} as ToolCallBridge }; // passed on, not looked at

function createSubject(hasNews: () => boolean = () => true) {
  let offered = 0;
  let taken = 0;
  const followUps = createFollowUps({
    hasNews,
    take: async () => {
      taken += 1;
      return "end_turn";
    },
  });
  followUps.onDue = () => {
    offered += 1;
  };
  return { followUps, offered: () => offered, taken: () => taken };
}

describe("a turn that nobody prompted", () => {
  it("is offered when there is news, and only then", () => {
    let hasNews = false;
    const { followUps, offered } = createSubject(() => hasNews);
    followUps.offer();
    expect(offered()).toBe(0);
    hasNews = true;
    expect(followUps.isDue).toBe(true);
    followUps.offer();
    expect(offered()).toBe(1);
  });

  it("is offered to nobody where nobody takes it", () => {
    const { followUps, taken } = createSubject();
    followUps.onDue = null;
    followUps.offer();
    expect(taken()).toBe(0);
  });

  it("is not taken for ever: after eight in a row the person has a word", async () => {
    const { followUps, taken } = createSubject();
    while (followUps.isDue) await followUps.take(turn);
    expect(taken()).toBe(8);
    followUps.notePrompt();
    expect(followUps.isDue).toBe(true);
  });
});
