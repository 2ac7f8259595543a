import { describe, expect, it } from "vitest";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toV1Request } from "./requests-to-v1.ts";
import { toV2Request } from "./requests-to-v2.ts";
import { UpdatesToV1 } from "./updates-to-v1.ts";
import { UpdatesToV2 } from "./updates-to-v2.ts";

function createToV1() {
  const left: string[] = [];
  const session = new UpdatesToV1((what) => left.push(what));
  const tell = (...updates: UpdateFields[]): UpdateFields[] =>
    updates.flatMap((update) => session.translate(update));
  return { session, left, tell };
}

function createToV2() {
  let ids = 0;
  return new UpdatesToV2(() => `m${ids++}`);
}

const call = (fields: UpdateFields): UpdateFields => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c",
  ...fields,
});
const text = (words: string): UpdateFields => ({
  type: "content",
  content: { type: "text", text: words },
});

describe("updates of version 2 for a client of version 1", () => {
  it("announce a call once, and say all it shows whenever it grows", () => {
    const { tell } = createToV1();
    const chunk = { sessionUpdate: "tool_call_content_chunk", toolCallId: "c" };
    const told = tell(
      call({ title: "x", status: "pending", capabilities: { cancel: {} } }),
      call({ status: "paused", kind: "_mine" }),
      { ...chunk, content: text("a") },
      { ...chunk, content: text("b") },
      call({ status: "cancelled", content: null, locations: null, title: null }),
    );
    expect(told).toEqual([
      { sessionUpdate: "tool_call", toolCallId: "c", title: "x", status: "pending" },
      call({ status: "in_progress", kind: "other" }),
      call({ content: [text("a")] }),
      call({ content: [text("a"), text("b")] }),
      call({ status: "failed", content: [], locations: [], title: "" }),
    ]);
  });

  it("say a whole message in parts, and what was said already not again", () => {
    const { tell, left } = createToV1();
    const content = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ];
    const whole = { sessionUpdate: "agent_message", messageId: "m", content };
    expect(tell(whole).map((update) => update["sessionUpdate"])).toEqual([
      "agent_message_chunk",
      "agent_message_chunk",
    ]);
    expect(tell(whole)).toEqual([]);
    const chunk = { sessionUpdate: "agent_thought_chunk", messageId: "n", content: content[0] };
    expect(tell(chunk, { ...whole, messageId: "n", content: [] })).toEqual([chunk]);
    expect(left).toEqual(["a message that was said already, said anew"]);
  });

  it("leave plans out that are no list, and pass what both versions have", () => {
    const { tell, left } = createToV1();
    const plan = { type: "markdown", planId: "p" };
    const usage = { sessionUpdate: "usage_update", used: 1, size: 2 };
    expect(tell({ sessionUpdate: "plan_update", plan }, usage)).toEqual([usage]);
    expect(left).toEqual(["a plan of type markdown"]);
  });
});

describe("updates of version 1 for a client of version 2", () => {
  it("give a run of words one name, and a name of their own to what comes after a call", () => {
    const session = createToV2();
    const chunk = { sessionUpdate: "agent_message_chunk", content: {} };
    const told = [chunk, chunk, { ...call({}), sessionUpdate: "tool_call" }, chunk].flatMap(
      (update) => session.translate(update),
    );
    expect(told.map(({ messageId }) => messageId)).toEqual(["m0", "m0", undefined, "m1"]);
    expect(told[2]).toEqual(call({}));
  });

  it("take no member for taken back that an agent of version 1 says nothing of", () => {
    const [told] = createToV2().translate(call({ status: "completed", content: null, kind: null }));
    expect(told).toEqual(call({ status: "completed" }));
  });

  it("tell of modes as an option, unless the agent has one for them", () => {
    const session = createToV2();
    const modes = { currentModeId: "a", availableModes: [{ id: "a" }, { id: "b" }] };
    const update = { sessionUpdate: "current_mode_update", currentModeId: "b" };
    expect(session.open({ sessionId: "s", modes })).toMatchObject({
      sessionId: "s",
      configOptions: [{ configId: "mode", currentValue: "a" }],
    });
    expect(session.translate(update)).toMatchObject([
      { sessionUpdate: "config_option_update", configOptions: [{ currentValue: "b" }] },
    ]);
    const option = { id: "m", category: "mode", type: "select", currentValue: "a", options: [] };
    session.open({ modes, configOptions: [option] });
    expect(session.translate(update)).toEqual([]);
  });
});

describe("requests", () => {
  const context = (introduction: UpdateFields = {}) => {
    const left: string[] = [];
    return {
      session: createToV2(),
      introduction,
      explain: (what: string) => left.push(what),
      left,
    };
  };
  const loads = { agentCapabilities: { loadSession: true } };
  const resumes = { agentCapabilities: { sessionCapabilities: { resume: {} } } };
  const replayFrom = { type: "start" };

  it.each([
    [loads, { replayFrom }, "session/load", false],
    [loads, {}, "session/load", true],
    [resumes, {}, "session/resume", false],
    [resumes, { replayFrom }, "session/resume", false],
  ])("resume with %j, given %j, by %s", (introduction, params, method, isMuted) => {
    const asked = toV1Request(
      "session/resume",
      { sessionId: "s", ...params },
      context(introduction),
    );
    expect(asked).toMatchObject({ method, isMuted, params: { sessionId: "s", mcpServers: [] } });
    expect(asked.params).not.toHaveProperty("replayFrom");
  });

  it("say when a replay cannot be had", () => {
    const given = context(resumes);
    toV1Request("session/resume", { replayFrom }, given);
    expect(given.left).toHaveLength(1);
  });

  it("set a mode where the option stands for it", () => {
    const given = context();
    given.session.open({ modes: { currentModeId: "a", availableModes: [] } });
    const set = { sessionId: "s", configId: "mode", type: "id", value: "b" };
    const asked = toV1Request("session/set_config_option", set, given);
    expect(asked).toMatchObject({ method: "session/set_mode", params: { modeId: "b" } });
    expect(asked.toResult({})).toMatchObject({ configOptions: [{ currentValue: "b" }] });
  });

  it.each([
    ["session/load", "session/resume"],
    ["authenticate", "auth/login"],
    ["logout", "auth/logout"],
    ["session/list", "session/list"],
    ["_x/y", "_x/y"],
  ])("of version 1, %s is %s in version 2", (method, named) => {
    const { session } = createToV1();
    expect(toV2Request(method, { a: 1 }, session)).toMatchObject({
      method: named,
      params: { a: 1 },
    });
  });
});
