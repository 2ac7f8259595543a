import { describe, expect, it } from "vitest";
import { showTraffic, type ShownTraffic } from "../../test/support/show-traffic.ts";
import { DisplayPeer } from "./display-peer.ts";

const offer = { clientCapabilities: { terminal: true } };

describe("what is known of a peer", () => {
  it("is the name it gave, in either version", () => {
    const peer = new DisplayPeer();
    expect(peer.agentName).toBe("");
    peer.readIntroduction({ sessionId: "s1", info: { name: "no introduction" } });
    expect(peer).toMatchObject({ agentName: "", speaksV2: false });
    peer.readIntroduction({ protocolVersion: 1, agentInfo: { name: "one" } });
    expect(peer).toMatchObject({ agentName: "one", speaksV2: false });
    peer.readIntroduction({ protocolVersion: 2, info: { name: "two" } });
    expect(peer).toMatchObject({ agentName: "two", speaksV2: true });
  });

  it("is whether its calls may show a terminal that comes later", () => {
    const peer = new DisplayPeer();
    expect(peer.mayEmbedLater).toBe(false);
    peer.readOffer(offer);
    expect(peer.mayEmbedLater).toBe(true);
    peer.noteText();
    expect(peer.mayEmbedLater).toBe(false);
    peer.noteClientTerminal();
    expect(peer.mayEmbedLater).toBe(true);
  });
});

describe("a client that runs commands, and an agent that shows text", () => {
  const call = (toolCallId: string) => ({
    sessionUpdate: "tool_call",
    toolCallId,
    kind: "execute",
    title: "sleep 100",
  });
  const content = [{ type: "content", content: { type: "text", text: "ok\n" } }];

  it("shows the agent's next command at once, once its way is known", () => {
    const { decoder, update, kinds } = showTraffic();
    decoder.send({ id: 0, method: "initialize", params: offer });
    update(call("t1"));
    expect(kinds("t1")).toEqual([]);
    update({ ...call("t1"), sessionUpdate: "tool_call_update", status: "completed", content });
    update(call("t2"));
    expect(kinds("t2")).toEqual(["terminal-started"]);
  });
});

describe("a command a person refused", () => {
  const call = { sessionUpdate: "tool_call", toolCallId: "t1", kind: "execute", title: "rm -rf /" };
  const options = [
    { optionId: "y", kind: "allow_once" },
    { optionId: "n", kind: "reject_once" },
  ];

  function answer(optionId: string, traffic: ShownTraffic = showTraffic()): ShownTraffic {
    traffic.update(call);
    const params = { toolCall: { toolCallId: "t1" }, options };
    const outcome = { outcome: "selected", optionId };
    traffic.ask("session/request_permission", params, { outcome });
    return traffic;
  }
  const failed = { sessionUpdate: "tool_call_update", toolCallId: "t1", status: "failed" };

  it("was denied, when its agent says no more than that it failed, or nothing", () => {
    const told = answer("n");
    told.update(failed);
    expect(told.state()?.ending).toMatchObject({ kind: "lost", cause: "denied" });
    const untold = answer("n");
    untold.prompt()("end_turn");
    expect(untold.state()?.ending).toMatchObject({ kind: "lost", cause: "denied" });
    const hosted = answer("n", showTraffic({ ownTerminals: "host" }));
    hosted.update(failed);
    expect(hosted.state()?.ending).toMatchObject({ cause: "denied" });
  });

  it("was not, when it was allowed, or ran all the same", () => {
    const allowed = answer("y");
    allowed.update(failed);
    expect(allowed.state()?.ending).toMatchObject({ kind: "lost", cause: "exit" });
    const ran = answer("n");
    ran.update({ ...failed, rawOutput: { exitCode: 1 } });
    expect(ran.state()?.ending).toMatchObject({ kind: "exited", code: 1, cause: "exit" });
  });
});
