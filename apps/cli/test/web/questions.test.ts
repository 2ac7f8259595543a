import { describe, expect, it } from "vitest";
import { until } from "../support/processes.ts";
import type { Message, OpenedTab } from "./support/open-tab.ts";
import { ODD_AGENT, startWeb } from "./support/start-web.ts";

const isQuestion = ({ method }: Message) => method === "session/request_permission";
const isSettled = ({ method }: Message) => method === "$/cancel_request";
const isTurnEnd = ({ method }: Message) => method === "_termwire/turn_ended";
const yes = { outcome: { outcome: "selected", optionId: "yes" } };
const no = { outcome: { outcome: "selected", optionId: "no" } };

const asked = (tab: OpenedTab) => tab.wait("a question", isQuestion);
/** What the agent got for an answer: it says so. */
const heard = (tab: OpenedTab, answer: object) =>
  tab.wait(`the agent to hear ${JSON.stringify(answer)}`, ({ params }) =>
    JSON.stringify(params ?? {}).includes(JSON.stringify(JSON.stringify(answer)).slice(1, -1)),
  );

async function startAsking(prompt = "ask") {
  const web = await startWeb({ args: ["--agent", ODD_AGENT] });
  const one = await web.open();
  const sessionId = await one.newSession();
  one.postPrompt(sessionId, prompt);
  return { web, one, sessionId };
}

describe("a question of the agent", () => {
  it("goes to every tab of its session, and the first answer counts", async () => {
    const { web, one, sessionId } = await startAsking("say nothing");
    const [two, stranger] = [await web.open(), await web.open()];
    await two.load(sessionId);
    one.postPrompt(sessionId, "ask");
    const [here, there] = [await asked(one), await asked(two)];
    expect(there).toEqual(here);
    expect(here).toMatchObject({ params: { sessionId, toolCall: { title: "rm -rf build" } } });
    two.answer(there["id"], yes);
    const settled = await one.wait("the end of it", isSettled);
    const _meta = { termwire: { answer: { result: yes } } };
    expect(settled).toMatchObject({ params: { requestId: here["id"], _meta } });
    one.answer(here["id"], no);
    await heard(one, yes);
    await until("the ends of both turns", () => two.messages.filter(isTurnEnd).length === 2);
    expect(JSON.stringify(one.messages)).not.toContain(String.raw`\"optionId\":\"no\"`);
    expect(two.messages.filter(isSettled)).toEqual([]);
    expect(stranger.messages.filter(isQuestion)).toEqual([]);
  });

  it("waits while nobody looks, and is asked again after a reload, once", async () => {
    const { web, one, sessionId } = await startAsking();
    const question = await asked(one);
    await one.close();
    const again = await web.open();
    const { answer, replay } = await again.load(sessionId);
    expect(answer).toMatchObject({ result: { _meta: { termwire: { working: true } } } });
    expect(replay.filter(isQuestion)).toEqual([question]);
    again.answer(question["id"], no);
    await heard(again, no);
    const later = await web.open();
    expect((await later.load(sessionId)).replay.filter(isQuestion)).toEqual([]);
  });

  it("may come before its session is known", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const tab = await web.open();
    const sessionId = await tab.newSession("/");
    const question = await asked(tab);
    const { result } = await tab.request("_termwire/sessions");
    expect(result).toMatchObject({ sessions: [{ sessionId, asking: true }] });
    tab.answer(question["id"], yes);
    await heard(tab, yes);
  });

  it("is cancelled with its turn, in every tab", async () => {
    const { web, one, sessionId } = await startAsking();
    await asked(one);
    const two = await web.open();
    await two.load(sessionId);
    two.notify("session/cancel", { sessionId });
    await Promise.all([one, two].map((tab) => tab.wait("the end of it", isSettled)));
    await heard(one, { outcome: { outcome: "cancelled" } });
    const { result } = await one.request("_termwire/sessions");
    expect(result).toMatchObject({ sessions: [{ asking: false }] });
  });

  it("may be taken back by the agent", async () => {
    const { one, sessionId } = await startAsking("ask-and-take-back");
    const [question, settled] = [await asked(one), await one.wait("the end of it", isSettled)];
    expect(settled["params"]).toEqual({ requestId: question["id"] });
    await one.wait("the end of the turn", isTurnEnd);
    const { result } = await one.request("_termwire/sessions");
    expect(result).toMatchObject({ sessions: [{ sessionId, asking: false }] });
  });

  it("is seen in the list of sessions by who does not have it open", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const [one, other] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    one.postPrompt(sessionId, "ask");
    await other.wait("a session that asks", ({ params }) => {
      const { asking } = { asking: false, ...(params as object | undefined) };
      return asking;
    });
    expect(other.messages.filter(isQuestion)).toEqual([]);
  });

  it("is answered by nobody with what makes no sense", async () => {
    const { one } = await startAsking();
    const question = await asked(one);
    one.answer("question-999", yes);
    one.answer(null, yes);
    one.socket.send(JSON.stringify({ jsonrpc: "2.0", id: { a: 1 }, result: yes }));
    const { result } = await one.request("_termwire/sessions");
    expect(result).toMatchObject({ sessions: [{ asking: true }] });
    one.answer(question["id"], yes);
    await heard(one, yes);
  });
});
