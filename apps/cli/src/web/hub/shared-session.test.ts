import { describe, expect, it } from "vitest";
import { createRecordingTab, type RecordingTab } from "../../../test/web/support/recording-tab.ts";
import { toFields, toUpdate, type Fields } from "./message.ts";
import { SharedSession } from "./shared-session.ts";

const take = (session: SharedSession, update: Fields) =>
  session.takeUpdate(update, toUpdate(session.sessionId, update));

describe("a session of several tabs", () => {
  it("has the title that was told last, and says when it is another", () => {
    const session = new SharedSession("s", "/");
    const title = (value: unknown) =>
      take(session, { sessionUpdate: "session_info_update", title: value });
    expect([title("a"), title("a"), title("b"), title(null)]).toEqual([true, false, true, true]);
    expect(take(session, { sessionUpdate: "session_info_update", updatedAt: "" })).toBe(false);
    expect(session.entry.title).toBeNull();
  });

  it("keeps how it is set, whoever set it", () => {
    const session = new SharedSession("s", "/");
    session.setSettings({ modes: { currentModeId: "a", availableModes: [] }, other: 1 });
    take(session, { sessionUpdate: "current_mode_update", currentModeId: "b" });
    session.tellOthers(null, { sessionUpdate: "config_option_update", configOptions: ["c"] });
    expect(session.loaded).toMatchObject({
      modes: { currentModeId: "b", availableModes: [] },
      configOptions: ["c"],
    });
    expect(session.loaded).not.toHaveProperty("other");
  });

  it("works while one of its prompts does", () => {
    const session = new SharedSession("s", "/");
    const { tab, got } = createRecordingTab();
    session.show(tab);
    session.startPrompt("1", [], tab);
    session.startPrompt("2", [], tab);
    session.endPrompt("1", { error: { code: 1, message: "no" } });
    expect(session.entry.working).toBe(true);
    expect(session.loaded).toMatchObject({ _meta: { termwire: { promptIds: ["2"] } } });
    session.endPrompt("2", { result: { stopReason: "end_turn", usage: { totalTokens: 5 } } });
    expect(session.entry.working).toBe(false);
    const ends = got.filter(({ method }) => method === "_termwire/turn_ended");
    expect(ends.map(({ params }) => params)).toEqual([
      { sessionId: "s", promptId: "1", error: { code: 1, message: "no" } },
      { sessionId: "s", promptId: "2", stopReason: "end_turn", usage: { totalTokens: 5 } },
    ]);
  });

  it("shows prompts to the tabs that did not send them, pictures too, and to those that come later", () => {
    const session = new SharedSession("s", "/");
    const [asking, other, later] = [
      createRecordingTab(),
      createRecordingTab(),
      createRecordingTab(),
    ];
    session.show(asking.tab);
    session.show(other.tab);
    const prompt = [
      { type: "text", text: "look" },
      { type: "image", data: "AA==", mimeType: "image/png" },
    ];
    session.startPrompt("p", prompt, asking.tab);
    session.show(later.tab);
    const contents = ({ got }: RecordingTab) =>
      got.flatMap(({ params }) => {
        const { update } = toFields(params);
        return update === undefined ? [] : [toFields(update)["content"]];
      });
    expect([contents(asking), contents(other), contents(later)]).toEqual([[], prompt, prompt]);
  });

  it("is at rest when nobody looks and nothing waits", () => {
    const session = new SharedSession("s", "/");
    const { tab } = createRecordingTab();
    expect(session.isAtRest).toBe(true);
    session.show(tab);
    expect(session.isAtRest).toBe(false);
    session.tabs.clear();
    session.questions.add("q");
    expect([session.isAtRest, session.entry.asking]).toEqual([false, true]);
  });
});
