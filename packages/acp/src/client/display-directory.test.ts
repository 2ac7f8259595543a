import { describe, expect, it } from "vitest";
import { showTraffic } from "../../test/support/show-traffic.ts";

const call = { toolCallId: "t1", kind: "execute", status: "in_progress" };
const announced = { ...call, sessionUpdate: "tool_call", title: "ls" };

function openSession(method = "session/new", cwd = "/p") {
  const traffic = showTraffic();
  traffic.decoder.send({ id: 1, method, params: { cwd, sessionId: "s1" } });
  traffic.decoder.receive({ id: 1, result: { sessionId: "s1" } });
  return traffic;
}

describe("the directory of a card", () => {
  it.each(["session/new", "session/load", "session/resume", "session/fork"])(
    "is the one of its session, opened by %s, when nobody says another",
    (method) => {
      const { update, state } = openSession(method);
      update(announced);
      update({ ...call, sessionUpdate: "tool_call_update", status: "completed" });
      expect(state()).toMatchObject({ command: "ls", cwd: "/p" });
    },
  );

  it("is the session's in _meta without cwd, in v2 and for a client's own terminal", () => {
    const { update, ask, state } = openSession();
    update({ ...announced, _meta: { terminal_info: { terminal_id: "m" } } });
    update({ sessionUpdate: "terminal_update", terminalId: "v", command: "ls" });
    ask("terminal/create", { sessionId: "s1", command: "ls" }, { terminalId: "c" });
    expect(["m", "v", "c"].map((id) => state(id)?.cwd)).toEqual(["/p", "/p", "/p"]);
  });

  it("is the one the agent says, a relative one as seen from the session's", () => {
    const { update, state } = openSession();
    update({ ...announced, rawInput: { command: "ls", workdir: "/else" } });
    update({ ...announced, toolCallId: "t2", rawInput: { command: "ls", cwd: "../q/./src" } });
    expect(state("t1")?.cwd).toBe("/else");
    expect(state("t2")?.cwd).toBe("/q/src");
  });

  it("is unknown when v2 takes it back, and where nobody said where the session works", () => {
    const { update, state } = openSession();
    update({ sessionUpdate: "terminal_update", terminalId: "v", command: "ls", cwd: "/v" });
    update({ sessionUpdate: "terminal_update", terminalId: "v", cwd: null });
    expect(state("v")?.cwd).toBeNull();
    const unknown = showTraffic();
    unknown.update({ ...announced, rawInput: { command: "ls", cwd: "src" } });
    expect(unknown.state()?.cwd).toBe("src");
  });
});
