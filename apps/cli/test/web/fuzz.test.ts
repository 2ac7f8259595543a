import { describe, expect, it } from "vitest";
import { until } from "../support/processes.ts";
import type { Message, OpenedTab } from "./support/open-tab.ts";
import { show } from "./support/shown.ts";
import { ODD_AGENT, startWeb, type RunningWeb } from "./support/start-web.ts";

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What was said and by whom, whatever pieces it came in, and how turns ended. */
function conversation(messages: readonly Message[]) {
  const said = new Map<unknown, string>();
  const ends: unknown[] = [];
  for (const { method, params } of messages) {
    const { update, promptId, stopReason }: Fields = { ...(params as Fields | undefined) }; // of a notification
    const { sessionUpdate, content }: Fields = { ...(update as Fields | undefined) }; // of an update
    const { text } = { text: "", ...(content as { text?: string } | undefined) }; // of a chunk
    const before = said.get(sessionUpdate) ?? "";
    said.set(sessionUpdate, before + text);
    if (method === "_termwire/turn_ended") ends.push([promptId, stopReason]);
  }
  return { agent: said.get("agent_message_chunk"), person: said.get("user_message_chunk"), ends };
}

type Fields = Readonly<Record<string, unknown>>;

const PROMPTS = ["say a", "say some more", "half", "flood 2", "ask", "ask-and-take-back", "offer"];
const GARBAGE = ["", "{", "[]", '{"id":{},"result":1}', '{"method":"session/cancel","id":1}'];

/** Tabs of one session that come, go and do whatever comes to mind. */
class Crowd {
  readonly #web: RunningWeb;
  readonly #sessionId: string;
  readonly #random: () => number;
  readonly #tabs: OpenedTab[] = [];
  readonly #answered = new Set<Message>();

  constructor(web: RunningWeb, sessionId: string, random: () => number) {
    this.#web = web;
    this.#sessionId = sessionId;
    this.#random = random;
  }

  async act(): Promise<void> {
    const tab = this.#pick(this.#tabs);
    const chance = this.#random();
    if (tab === undefined || chance < 0.15) await this.#come();
    else if (chance < 0.25) tab.socket.terminate();
    else if (chance < 0.3) tab.socket.send(this.#pick(GARBAGE) ?? "");
    else if (chance < 0.4) tab.post("session/load", { sessionId: this.#sessionId, cwd: "/" });
    else if (chance < 0.5) this.answer(tab);
    else if (chance < 0.53) tab.notify("session/cancel", { sessionId: this.#sessionId });
    else tab.postPrompt(this.#sessionId, this.#pick(PROMPTS) ?? "");
  }

  /** Answers all that it was asked and did not answer, settled or not. */
  answer(tab: OpenedTab): void {
    const asked = tab.messages.filter(({ method }) => method === "session/request_permission");
    for (const question of asked) {
      const outcome = { outcome: "selected", optionId: this.#random() < 0.5 ? "yes" : "no" };
      if (!this.#answered.has(question)) tab.answer(question["id"], { outcome });
      this.#answered.add(question);
    }
  }

  async #come(): Promise<void> {
    const tab = await this.#web.open();
    tab.post("session/load", { sessionId: this.#sessionId, cwd: "/" });
    this.#tabs.push(tab);
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    const open = items.filter((item) => !this.#tabs.some((tab) => tab === item && !isOpen(tab)));
    return open[Math.floor(this.#random() * open.length)];
  }
}

/** By what was told last of its session. */
function isAtRest({ messages }: OpenedTab): boolean {
  const told = messages.findLast(({ method }) => method === "_termwire/session_changed");
  return (told?.["params"] as Fields | undefined)?.["working"] === false; // an entry of the list
}

const isOpen = ({ socket }: OpenedTab): boolean => socket.readyState === socket.OPEN;

describe("a hub in a crowd", () => {
  it.each([3, Date.now() % 100_000])(
    "shows the last to come what the first has seen, seed %i",
    async (seed) => {
      const web = await startWeb({ args: ["--agent", ODD_AGENT] });
      const first = await web.open();
      const sessionId = await first.newSession();
      const crowd = new Crowd(web, sessionId, createRandom(seed));
      for (let step = 0; step < 80; step++) await crowd.act();
      await until("the end of all turns", () => {
        crowd.answer(first);
        return isAtRest(first);
      });
      const { answer, replay } = await (await web.open()).load(sessionId);
      expect(answer).toMatchObject({ result: { _meta: { termwire: { omittedUpdates: 0 } } } });
      expect(conversation(replay)).toEqual(conversation(first.messages));
      expect(show(replay)).toEqual(show(first.messages));
      expect(web.stderr()).toBe("");
    },
  );
});
